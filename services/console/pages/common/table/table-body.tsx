import { Fragment, type ReactNode, useState } from 'react';
import type { TableProps } from './table-props.ts';

interface BodyProps<Row> extends TableProps<Row> {
  readonly shown: readonly Row[];
}

export function TableBody<Row>({ shown, ...props }: BodyProps<Row>) {
  const { columns, keyOf, groupOf, actions, isGroupFolded = () => false } = props;
  /** The groups whose titles were pressed. */
  const [pressed, setPressed] = useState<readonly string[]>([]);
  const width = columns.length + Number(actions !== undefined);
  return (
    <tbody>
      {shown.map((row, index) => {
        const before = shown[index - 1];
        const title = groupOf?.(row);
        const isFirst = before === undefined || groupOf?.(before) !== title;
        const canFold = title !== undefined && isGroupFolded(title);
        const isFolded = canFold && !pressed.includes(title);
        if (isFolded && !isFirst) return null;
        return (
          <Fragment key={keyOf(row)}>
            {title !== undefined && isFirst && (
              <tr className="group-row">
                <th scope="rowgroup" colSpan={width}>
                  {canFold ? (
                    <button
                      type="button"
                      className="plain"
                      aria-expanded={!isFolded}
                      onClick={() =>
                        setPressed(isFolded ? [...pressed, title] : pressed.filter((each) => each !== title))
                      }
                    >
                      <span aria-hidden="true">{isFolded ? '▸ ' : '▾ '}</span>
                      {title}
                    </button>
                  ) : (
                    title
                  )}
                </th>
              </tr>
            )}
            {!isFolded && <DataRow {...props} row={row} width={width} />}
          </Fragment>
        );
      })}
    </tbody>
  );
}

interface RowProps<Row> extends TableProps<Row> {
  readonly row: Row;
  /** The number of cells. */
  readonly width: number;
}

function DataRow<Row>({ row, width, ...props }: RowProps<Row>) {
  const { columns, actions, below, foldAs, isMarked } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <tr
        data-open={foldAs === undefined ? undefined : isOpen}
        {...(isMarked?.(row) === true && { className: 'marked', 'aria-current': true })}
      >
        {columns.map(({ title, cell, isNumber, isMain }) => (
          <td
            key={title}
            data-title={title}
            className={[isNumber && 'number', isMain && 'main'].filter(Boolean).join(' ') || undefined}
          >
            <div>{cell(row)}</div>
          </td>
        ))}
        {foldAs !== undefined && (
          <td className="fold">
            <button
              type="button"
              className="plain"
              aria-expanded={isOpen}
              aria-label={`More about ${foldAs(row)}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
            </button>
          </td>
        )}
        {actions !== undefined && <td className="actions">{actions(row)}</td>}
      </tr>
      <BelowRow width={width}>{below?.(row)}</BelowRow>
    </>
  );
}

function BelowRow({ width, children }: { readonly width: number; readonly children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <tr className="below-row">
      <td colSpan={width}>{children}</td>
    </tr>
  );
}
