import { useState } from 'react';
import { AnswerPanel } from '../../common/answer-panel.tsx';
import { useConsole } from '../../console/use-console.ts';
import type { JobData, RoomsAnswer } from '../admin-answers.ts';
import { RebuildForm } from './rebuild-form.tsx';
import { RoomJobs } from './room-jobs.tsx';
import { RoomTable } from './room-table.tsx';
import { isAnyAtWork } from './rooms.ts';

const roomsEveryMs = 3_000;

/** The projections, and the rebuilds and verifications of them. */
export function RoomsPanel({ jobs }: { readonly jobs: readonly JobData[] }) {
  const rooms = useConsole<RoomsAnswer>('admin/rooms', { everyMs: roomsEveryMs });
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
    <AnswerPanel title="Projections" asked={rooms} actions={actions}>
      {(body) => (
        <>
          {choosing && <RebuildForm name={null} onEnd={() => setChoosing(false)} />}
          <RoomTable generations={body.projections} at={rooms.at} jobs={jobs} />
          <RoomJobs jobs={jobs} />
        </>
      )}
    </AnswerPanel>
  );
}
