import { exactAmount } from '../../common/format.ts';
import { detailsText } from '../../console/audit-text.ts';
import type { VerificationData } from '../admin-answers.ts';

/** What a verification found, row by row. */
export function Differences({ of }: { readonly of: VerificationData }) {
  const { equal, live, candidate, tables, differences } = of;
  const unlike = tables.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <div className="differences">
      <p className={equal ? 'good' : 'danger'}>
        {equal ? 'Equal' : 'Not equal'}: generation {live.generation} has {rowsText(live.rows)}, generation{' '}
        {candidate.generation} {rowsText(candidate.rows)}.
      </p>
      {tables.flatMap(({ table, rows, columns }) => [
        rows > 0 && <p key={table}>{`${table}: ${rowsText(rows)} ${rows === 1 ? 'differs' : 'differ'}`}</p>,
        ...columns.map(({ column, side, rows: set }) => (
          <p key={`${table} ${column}`}>
            {`${table}: only the ${side === 'live' ? 'served' : 'new'} one has ${column}, set in ${rowsText(set)}`}
          </p>
        )),
      ])}
      {differences.map((row) => (
        <table key={`${row.table} ${JSON.stringify(row.key)}`} className="difference">
          <caption>
            {row.table} {detailsText(row.key)}
          </caption>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Served</th>
              <th scope="col">New</th>
            </tr>
          </thead>
          <tbody>
            {unlikeColumns(row.live, row.candidate).map((column) => (
              <tr key={column}>
                <th scope="row">{column}</th>
                <td>{row.live === null ? <em>no row</em> : shown(row.live[column])}</td>
                <td>{row.candidate === null ? <em>no row</em> : shown(row.candidate[column])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {unlike > differences.length && <p className="dim small">Of {rowsText(unlike)} these are the first.</p>}
    </div>
  );
}

function rowsText(count: number): string {
  return `${exactAmount(count)} ${count === 1 ? 'row' : 'rows'}`;
}

type RowValues = Readonly<Record<string, unknown>> | null;

/** The columns in which two rows differ; of a row that only one side has, all. */
function unlikeColumns(live: RowValues, candidate: RowValues): string[] {
  const columns = [...new Set([...Object.keys(live ?? {}), ...Object.keys(candidate ?? {})])];
  if (live === null || candidate === null) return columns;
  return columns.filter((column) => shown(live[column]) !== shown(candidate[column]));
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
}
