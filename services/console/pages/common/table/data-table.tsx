import { Fragment, type ReactNode, useState } from 'react';
import { useAddressValue } from '../../state/use-address-value.ts';
import { countText } from '../text/format.ts';
import { nextOrder, type RowOrder, type SortValue, sortRows } from './sort-rows.ts';
import './data-table.css';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** A column with values can be sorted. */
  readonly sortBy?: (row: Row) => SortValue;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly actions?: (row: Row) => ReactNode;
  /** Null or undefined for no content. */
  readonly below?: (row: Row) => ReactNode;
  /** The text by which a long table is searched. */
  readonly textOf?: (row: Row) => string;
  readonly whenEmpty: ReactNode;
  /** A button shows the other rows. More than 200 rows make a page slow. */
  readonly shownMax?: number;
  /** A row stays one line in a narrow window. */
  readonly isCompact?: boolean;
  /** A marked row is always in view. */
  readonly isMarked?: (row: Row) => boolean;
}

/** A shorter table needs no search. */
const searchedFrom = 15;

/** Becomes a list of cards in a narrow window, except when it is compact. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, actions, below, textOf, whenEmpty, shownMax = 200, isMarked } = props;
  const [sought, setSought] = useState('');
  const [order, setOrder] = useAddressOrder(label);
  const [showsAll, setShowsAll] = useState(false);
  if (rows.length === 0) return <p className="notice">{whenEmpty}</p>;
  const found =
    textOf === undefined
      ? rows
      : rows.filter((row) => textOf(row).toLowerCase().includes(sought.trim().toLowerCase()));
  const sortBy = columns.find(({ title }) => title === order?.by)?.sortBy;
  const sorted = order === null || sortBy === undefined ? found : sortRows(found, sortBy, order.isDescending);
  const canSort = columns.some(({ sortBy: by }) => by !== undefined);
  const shown = showsAll ? sorted : sorted.slice(0, shownMax);
  return (
    <div className={['data-table', canSort ? 'sortable' : '', props.isCompact ? 'compact' : ''].join(' ')}>
      {textOf !== undefined && (rows.length >= searchedFrom || sought !== '') && (
        <input
          type="search"
          aria-label={`Find in ${label.toLowerCase()}`}
          placeholder={`Find among ${rows.length}`}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.title} column={column} order={order} onOrder={setOrder} />
            ))}
            {actions !== undefined && (
              <th scope="col">
                <span className="hidden-text">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Fragment key={keyOf(row)}>
              <tr {...(isMarked?.(row) === true && { className: 'marked', 'aria-current': true })}>
                {columns.map(({ title, cell, isNumber }) => (
                  <td key={title} data-title={title} className={isNumber ? 'number' : undefined}>
                    <div>{cell(row)}</div>
                  </td>
                ))}
                {actions !== undefined && <td className="actions">{actions(row)}</td>}
              </tr>
              <BelowRow columns={columns.length + (actions === undefined ? 0 : 1)}>{below?.(row)}</BelowRow>
            </Fragment>
          ))}
        </tbody>
      </table>
      {shown.length < sorted.length && (
        <button type="button" onClick={() => setShowsAll(true)}>
          Show all {countText(sorted.length, 'row')}
        </button>
      )}
    </div>
  );
}

/** Each table of a page has its order in the address. A `-` before the title means descending. */
function useAddressOrder(label: string): [RowOrder | null, (order: RowOrder) => void] {
  const [text, setText] = useAddressValue(`sort-${label.toLowerCase().replaceAll(/\W+/g, '-')}`, '');
  const order = text === '' ? null : { by: text.replace(/^-/, ''), isDescending: text.startsWith('-') };
  return [order, ({ by, isDescending }) => setText(`${isDescending ? '-' : ''}${by}`)];
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly order: RowOrder | null;
  readonly onOrder: (order: RowOrder) => void;
}

function HeadCell<Row>({ column, order, onOrder }: HeadCellProps<Row>) {
  const { title, isNumber = false, sortBy } = column;
  const direction = order?.by !== title ? undefined : order.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={direction} className={isNumber ? 'number' : undefined}>
      {sortBy === undefined ? (
        title
      ) : (
        <button type="button" className="plain" onClick={() => onOrder(nextOrder(order, title, !isNumber))}>
          {title}
          <span aria-hidden="true">
            {direction === undefined ? ' ↕' : direction === 'descending' ? ' ↓' : ' ↑'}
          </span>
        </button>
      )}
    </th>
  );
}

function BelowRow({ columns, children }: { readonly columns: number; readonly children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <tr className="below-row">
      <td colSpan={columns}>{children}</td>
    </tr>
  );
}
