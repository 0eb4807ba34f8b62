import { Fragment, type ReactNode, useState } from 'react';
import './data-table.css';

interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
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
}

/** A shorter table needs no search. */
const searchedFrom = 15;

/** Becomes a list of cards in a narrow window. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, actions, below, textOf, whenEmpty } = props;
  const [sought, setSought] = useState('');
  if (rows.length === 0) return <p className="notice">{whenEmpty}</p>;
  const found =
    textOf === undefined
      ? rows
      : rows.filter((row) => textOf(row).toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <div className="data-table">
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
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={isNumber ? 'number' : undefined}>
                {title}
              </th>
            ))}
            {actions !== undefined && (
              <th scope="col">
                <span className="hidden-text">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {found.map((row) => (
            <Fragment key={keyOf(row)}>
              <tr>
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
    </div>
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
