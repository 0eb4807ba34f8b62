import type { ReactNode } from 'react';
import { Amount } from '../text/amount.tsx';
import { exactAmount } from '../text/format.ts';
import { Name, Names } from '../text/isolated-name.tsx';
import { TimeAgo } from '../text/time-ago.tsx';
import type { Column } from './data-table.tsx';

/** Columns that can be sorted. An unknown value is a dash, and comes last. */

export function cellOf<Value>(value: Value | null, partOf: (value: Value) => ReactNode): ReactNode {
  return value === null ? <span className="dim unknown">–</span> : partOf(value);
}

export function nameColumn<Row>(title: string, of: (row: Row) => string | null): Column<Row> {
  return { title, sortBy: of, cell: (row) => cellOf(of(row), (name) => <Name of={name} />) };
}

export function onlyInFile<Row>(column: Column<Row>): Column<Row> {
  return { ...column, isOnlyInFile: true };
}

export function unsorted<Row>({ sortBy: csv = () => null, ...column }: Column<Row>): Column<Row> {
  return { csv, ...column };
}

/** Leaves out a name that the row already shows, or that says nothing. The file has all names. */
export function unlessObvious<Row>(
  column: Column<Row>,
  rows: readonly Row[],
  isObvious: (row: Row) => boolean,
): Column<Row> {
  if (rows.every(isObvious)) return onlyInFile(column);
  return { ...column, cell: (row) => !isObvious(row) && column.cell(row) };
}

/** All names of a row in one cell. */
export function namesColumn<Row>(title: string, of: (row: Row) => readonly string[]): Column<Row> {
  const joined = (row: Row) => of(row).join(', ') || null;
  return { title, sortBy: joined, cell: (row) => cellOf(joined(row), () => <Names of={of(row)} />) };
}

export function numberColumn<Row>(
  title: string,
  of: (row: Row) => number | null,
  textOf: (value: number) => string = exactAmount,
): Column<Row> {
  return { title, isNumber: true, sortBy: of, cell: (row) => cellOf(of(row), textOf) };
}

export function amountColumn<Row>(
  title: string,
  unit: 'gp' | 'xp',
  of: (row: Row) => number | null,
  hasPlusSign = false,
): Column<Row> {
  const cell = (row: Row) => <Amount value={of(row)} unit={unit} hasPlusSign={hasPlusSign} />;
  return { title, isNumber: true, sortBy: of, cell };
}

/** @param of ISO-8601 */
export function timeColumn<Row>(title: string, of: (row: Row) => string | null): Column<Row> {
  return {
    title,
    isNumber: true,
    csv: of,
    sortBy: (row) => {
      const at = of(row);
      return at === null ? null : Date.parse(at);
    },
    cell: (row) => cellOf(of(row), (at) => <TimeAgo at={at} />),
  };
}
