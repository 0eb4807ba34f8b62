import { useState } from 'react';
import { AnswerPanel } from '../../../common/panel/answer-panel.tsx';
import { useConsoleAnswer } from '../../../console-api/use-console-answer.ts';
import type { JobData, ProjectionsAnswer } from '../../admin-answers.ts';
import { hasRunningJob } from './projection-generations.ts';
import { ProjectionJobs } from './projection-jobs.tsx';
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
