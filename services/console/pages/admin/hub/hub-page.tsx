import { useTitle } from '../../browser/use-title.ts';
import { BackupsPanel } from './backups-panel.tsx';
import { DoctorPanel } from './doctor-panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { IngestPanel } from './ingest-panel.tsx';
import { useJobs } from './jobs/use-jobs.ts';
import { ParkedPanel } from './parked-panel.tsx';
import { ProjectionsPanel } from './projections/projections-panel.tsx';
import './hub.css';

export function HubPage() {
  useTitle('The hub');
  const { jobs } = useJobs();
  return (
    <main id="content" className="page admin-page">
      <h1>The hub</h1>
      <FaultsPanel />
      <ProjectionsPanel jobs={jobs} />
      <DoctorPanel jobs={jobs} />
      <BackupsPanel jobs={jobs} />
      <ParkedPanel />
      <IngestPanel />
    </main>
  );
}
