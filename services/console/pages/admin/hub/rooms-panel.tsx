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
  const actions = !choosing && (
    <button type="button" className="chip" disabled={isAnyAtWork(jobs)} onClick={() => setChoosing(true)}>
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
