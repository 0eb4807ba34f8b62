import type { ReactNode } from 'react';
import './data-table.css';

interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly number?: boolean;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Buttons of a row, below its cells. */
  readonly actions?: (row: Row) => ReactNode;
  /** What to do next, where there is nothing. */
  readonly whenEmpty: ReactNode;
}

/** A table that becomes a list of cards in a narrow window. */
export function DataTable<Row>({ label, columns, rows, keyOf, actions, whenEmpty }: Props<Row>) {
  if (rows.length === 0) return <p className="notice">{whenEmpty}</p>;
  return (
    <div className="data-table">
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, number }) => (
              <th key={title} scope="col" className={number ? 'number' : undefined}>
                {title}
              </th>
            ))}
            {actions !== undefined && (
              <th scope="col">
                <span className="hidden-text">What can be done</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, number }) => (
                <td key={title} data-title={title} className={number ? 'number' : undefined}>
                  <div>{cell(row)}</div>
                </td>
              ))}
              {actions !== undefined && <td className="actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
