import { useState } from 'react';
import { AnswerPanel } from '../../../common/panel/answer-panel.tsx';
import { useConsole } from '../../../console-api/use-console-answer.ts';
import type { JobData, ProjectionsAnswer } from '../../admin-answers.ts';
import { ProjectionJobs } from './projection-jobs.tsx';
import { ProjectionTable } from './projection-table.tsx';
import { isAnyAtWork } from './projections.ts';
import { RebuildForm } from './rebuild-form.tsx';

const projectionsEveryMs = 3_000;

/** The projections, and the rebuilds and verifications of them. */
export function ProjectionsPanel({ jobs }: { readonly jobs: readonly JobData[] }) {
  const projections = useConsole<ProjectionsAnswer>('admin/projections', { everyMs: projectionsEveryMs });
  const [choosing, setChoosing] = useState(false);
  const mayChoose = choosing || !isAnyAtWork(jobs);
  const actions = (
    <button
      type="button"
      className="chip"
      aria-expanded={choosing}
      // Not `disabled`: the rebuild that it began would take the focus from it.
      aria-disabled={!mayChoose}
      onClick={() => mayChoose && setChoosing(!choosing)}
    >
      Rebuild all …
    </button>
  );
  return (
    <AnswerPanel title="Projections" asked={projections} actions={actions}>
      {(body) => (
        <>
          {choosing && <RebuildForm name={null} onEnd={() => setChoosing(false)} />}
          <ProjectionTable generations={body.projections} at={projections.at} jobs={jobs} />
          <ProjectionJobs jobs={jobs} />
        </>
      )}
    </AnswerPanel>
  );
}
