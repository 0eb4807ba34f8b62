import { useTitle } from '../../browser/use-title.ts';
import { BackupsPanel } from './backups-panel.tsx';
import { DoctorPanel } from './doctor-panel.tsx';
import { IngestPanel } from './ingest-panel.tsx';
import { useJobs } from './jobs/use-jobs.ts';
import { ParkedPanel } from './parked-panel.tsx';
import { ProjectionsPanel } from './projections/projections-panel.tsx';
import './hub.css';
import { Panel } from '../../common/panel/panel.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { FaultsAnswer } from '../admin-answers.ts';

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

function FaultsPanel() {
  const { body } = useConsoleAnswer<FaultsAnswer>('admin/faults');
  const faults = body?.faults ?? [];
  if (faults.length === 0) return null;
  return (
    <Panel title="Needs attention">
      <div className="panel-body">
        <dl className="findings">
          {faults.map(({ what, why, fix }) => (
            <div key={what}>
              <dt className="danger">{what}</dt>
              <dd>
                {why}
                <p className="fix">→ {fix}</p>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
