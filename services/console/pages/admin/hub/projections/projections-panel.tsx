import { useState } from 'react';
import { AnswerPanel } from '../../../common/panel/answer-panel.tsx';
import { exactAmount } from '../../../common/text/format.ts';
import { useConsoleAnswer } from '../../../console-api/use-console-answer.ts';
import type { JobData, ProjectionsAnswer, VerificationData } from '../../admin-answers.ts';
import { JobLine } from '../jobs/job-line.tsx';
import { isVerification } from '../jobs/job-results.ts';
import { hasRunningJob } from './projection-generations.ts';
import { ProjectionTable } from './projection-table.tsx';
import { RebuildForm } from './rebuild-form.tsx';

const projectionsEveryMs = 3_000;

export function ProjectionsPanel({ jobs }: { readonly jobs: readonly JobData[] }) {
  const projections = useConsoleAnswer<ProjectionsAnswer>('admin/projections', {
    everyMs: projectionsEveryMs,
  });
  const [isChoosing, setIsChoosing] = useState(false);
  const canChoose = isChoosing || !hasRunningJob(jobs);
  const actions = (
    <button
      type="button"
      className="chip"
      aria-expanded={isChoosing}
      // Not `disabled`. Otherwise the button would lose the focus when the rebuild starts.
      aria-disabled={!canChoose}
      onClick={() => canChoose && setIsChoosing(!isChoosing)}
    >
      Rebuild all …
    </button>
  );
  return (
    <AnswerPanel title="Read tables" asked={projections} actions={actions}>
      {(body) => (
        <>
          <p className="panel-body dim small">
            Pages and API read these tables, which the hub fills from its log. A rebuild fills another copy of
            a table’s data from the whole log, while the copy in use stays. The command line calls the tables
            projections, and a copy a generation.
          </p>
          {isChoosing && <RebuildForm name={null} onEnd={() => setIsChoosing(false)} />}
          <ProjectionTable generations={body.projections} at={projections.at} jobs={jobs} />
          <ProjectionJobs jobs={jobs} />
        </>
      )}
    </AnswerPanel>
  );
}

function ProjectionJobs({ jobs }: { readonly jobs: readonly JobData[] }) {
  const ofProjections = jobs.filter(({ kind }) => kind === 'rebuild' || kind === 'verify');
  const newest = Map.groupBy(ofProjections, ({ kind, subject }) => `${kind} ${subject}`).values();
  const shown = [...newest].flatMap(([job]) => job ?? []);
  if (shown.length === 0) return null;
  return (
    <ul className="job-list" aria-label="Rebuilds and comparisons">
      {shown.map((job) => (
        <li key={job.id}>
          <JobLine job={job} what={whatOf(job)} />
          {job.kind === 'verify' && isVerification(job.result) && <VerificationDifferences of={job.result} />}
        </li>
      ))}
    </ul>
  );
}

function whatOf({ kind, subject, options: { rate, full_speed: fullSpeed, promote } }: JobData): string {
  if (kind === 'verify') return `Comparison of the copies of ${subject}`;
  const parts = [
    `Rebuild of ${subject ?? 'all tables'}`,
    rate !== undefined && `at most ${exactAmount(rate)} events a second`,
    fullSpeed && 'at full speed',
    promote && 'then put into use',
  ];
  return parts.filter(Boolean).join(', ');
}

function VerificationDifferences({ of }: { readonly of: VerificationData }) {
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
