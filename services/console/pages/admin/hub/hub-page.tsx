import { AnswerPanel } from '../../common/answer-panel.tsx';
import { useConsole } from '../../console/use-console.ts';
import { useTitle } from '../../hub/use-title.ts';
import type { RoomsAnswer } from '../admin-answers.ts';
import { BackupsPanel } from './backups-panel.tsx';
import { DecommissionPanel } from './decommission-panel.tsx';
import { DoctorPanel } from './doctor-panel.tsx';
import { IngestPanel } from './ingest-panel.tsx';
import { ParkedPanel } from './parked-panel.tsx';
import { RoomTable } from './room-table.tsx';
import { SettingsPanelOfHub } from './settings-of-hub.tsx';
import { useJobs } from './use-jobs.ts';
import './hub.css';

const roomsEveryMs = 3_000;

/** The inside of the hub: what it builds its answers from, and how that is kept well. */
export function HubPage() {
  useTitle('The hub');
  const rooms = useConsole<RoomsAnswer>('admin/rooms', { everyMs: roomsEveryMs });
  const { jobs } = useJobs();
  return (
    <main id="content" className="page admin-page">
      <h1>The hub</h1>
      <AnswerPanel title="Projections" asked={rooms}>
        {(body) => <RoomTable generations={body.projections} at={rooms.at} jobs={jobs} />}
      </AnswerPanel>
      <DoctorPanel jobs={jobs} />
      <BackupsPanel jobs={jobs} />
      <ParkedPanel />
      <IngestPanel />
      <SettingsPanelOfHub />
      <DecommissionPanel />
    </main>
  );
}
