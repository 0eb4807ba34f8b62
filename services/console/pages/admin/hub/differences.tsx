import { exactAmount } from '../../common/format.ts';
import type { VerificationData } from '../admin-answers.ts';

/** What a verification found, row by row. */
export function Differences({ of }: { readonly of: VerificationData }) {
  const { equal, live, candidate, tables, differences } = of;
  return (
    <div className="differences">
      <p className={equal ? 'good' : 'danger'}>
        {equal ? 'Equal' : 'Not equal'}: generation {live.generation} has {exactAmount(live.rows)} rows,
        generation {candidate.generation} {exactAmount(candidate.rows)}.
        {tables
          .filter(({ rows }) => rows > 0)
          .map(({ table, rows }) => ` In ${table} ${exactAmount(rows)} rows differ.`)}
      </p>
      {differences.map((row) => (
        <table key={`${row.table} ${JSON.stringify(row.key)}`} className="difference">
          <caption>
            {row.table} {shown(row.key)}
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
    </div>
  );
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
