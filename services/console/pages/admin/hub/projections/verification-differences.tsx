import { exactAmount } from '../../../common/text/format.ts';
import type { VerificationData } from '../../admin-answers.ts';

export function VerificationDifferences({ of }: { readonly of: VerificationData }) {
  const { equal, live, candidate, tables } = of;
  return (
    <div className="differences">
      <p className={equal ? 'good' : 'danger'}>
        {equal ? 'Equal' : 'Not equal'}: copy {live.generation} has {rowsText(live.rows)}, copy{' '}
        {candidate.generation} {rowsText(candidate.rows)}.
      </p>
      {tables.flatMap(({ table, rows, columns, first }) => [
        rows > 0 && (
          <p key={table}>
            {`${table}: ${rowsText(rows)} ${rows === 1 ? 'differs' : 'differ'}${firstText(first)}`}
          </p>
        ),
        ...columns.map(({ column, side, rows: set }) => (
          <p key={`${table} ${column}`}>
            {`${table}: only the ${side === 'live' ? 'copy in use' : 'new copy'} has ${column}, set in ${rowsText(set)}`}
          </p>
        )),
      ])}
      {!equal && <p className="dim small">The command line shows the rows themselves.</p>}
    </div>
  );
}

function firstText(first: VerificationData['tables'][number]['first']): string {
  const { unlike, only_live: live, only_candidate: candidate } = first;
  const sides = [
    live > 0 && `only the copy in use has ${live}`,
    candidate > 0 && `only the new copy has ${candidate}`,
  ].filter(Boolean);
  const columns = unlike.length > 0 ? `, in ${unlike.join(', ')}` : '';
  return sides.length > 0 ? `${columns}; of the first rows, ${sides.join(', ')}` : columns;
}

function rowsText(count: number): string {
  return `${exactAmount(count)} ${count === 1 ? 'row' : 'rows'}`;
}
