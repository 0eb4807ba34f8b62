import type { ReactNode } from 'react';
import type { SortValue } from './sort-rows.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** A column with values can be sorted, and is in the file. */
  readonly sortBy?: (row: Row) => SortValue;
  /** A first press sorts by the least value: the first place, or the shortest time. */
  readonly isLeastFirst?: boolean;
  /** The value in the file when it is not the value for sorting. */
  readonly csv?: (row: Row) => SortValue;
  /** Whether the column stays visible in a folded row. */
  readonly isMain?: boolean;
  readonly isOnlyInFile?: boolean;
  /** The title is a link to this page. */
  readonly address?: string;
  /** The number of its line in a chart. */
  readonly series?: number;
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  /** Null or undefined for no content. */
  readonly below?: (row: Row) => ReactNode;
  /** The text by which a long table is searched. */
  readonly textOf?: (row: Row) => string;
  readonly whenEmpty: ReactNode;
  /** Titles above the unsorted rows, which must be in the order of the titles. */
  readonly groupOf?: ((row: Row) => string) | undefined;
  /** Whether a group begins as its title alone. A search opens it. */
  readonly isGroupFolded?: ((title: string) => boolean) | undefined;
  /** In a narrow window, rows fold to a line; gives the name of a row. */
  readonly foldAs?: (row: Row) => string;
  /** A button saves the found rows as this file, without its end. */
  readonly csvName?: string;
  /** The rows for which a row stands; itself when left out. */
  readonly fileRowsOf?: (row: Row) => readonly Row[];
  /** False while the file would lack values that are on their way. */
  readonly isFileReady?: boolean;
  /** Choices of rows, in one line with the search and the file. */
  readonly filters?: ReactNode;
  /** A button shows the other rows. More than 200 rows make a page slow. */
  readonly shownMax?: number;
  /** A row stays one line in a narrow window. */
  readonly isCompact?: boolean;
  /** A row is a card in a wide window too. */
  readonly isTiled?: boolean;
  /** The order of an address without an order, as in an address. */
  readonly orderAtFirst?: string;
  /** The text of the search, for example of the address. */
  readonly soughtAtFirst?: string;
  /** A marked row is always in view. */
  readonly isMarked?: (row: Row) => boolean;
}
