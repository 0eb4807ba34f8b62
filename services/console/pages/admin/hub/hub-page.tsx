import type { ReactNode } from 'react';
import { useTitle } from '../../browser/use-title.ts';
import { Loading } from '../../common/panel/panel.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { useRemembered } from '../../state/use-remembered.ts';
import type { ReleaseAnswer } from '../admin-answers.ts';
import { BackupsPanel } from './backups-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { IngestPanel } from './ingest-panel.tsx';
import { useJobs } from './jobs/use-jobs.ts';
import { ParkedPanel } from './parked-panel.tsx';
import { ProjectionsPanel } from './projections/projections-panel.tsx';
import { ReportsPanel } from './reports-panel.tsx';
import './hub.css';

export function HubPage() {
  useTitle('The hub');
  const { jobs, isLoading } = useJobs();
  return (
    <main id="content" className="page admin-page">
      <h1>The hub</h1>
      {isLoading && <Loading />}
      <HealthPanel jobs={jobs} />
      <ReportsPanel />
      <BackupsPanel jobs={jobs} />
      <Internals>
        <ParkedPanel />
        <ProjectionsPanel jobs={jobs} />
        <IngestPanel />
      </Internals>
      <ReleaseLine />
    </main>
  );
}

/** An address may open them. Afterwards the browser remembers. */
function Internals({ children }: { readonly children: ReactNode }) {
  const isAsked = location.search.includes('view=internals');
  const [isOpen, setIsOpen] = useRemembered('internals', isAsked, (stored) => stored === true || null);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Internals: failed records, read tables, incoming reports</summary>
      <div className="admin-page">{isOpen && children}</div>
    </details>
  );
}

function ReleaseLine() {
  const { body } = useConsoleAnswer<ReleaseAnswer>('admin/release', { everyMs: false });
  if (body === undefined) return null;
  return (
    <p className="dim">
      Release {body.version}, commit <code>{body.commit}</code>
    </p>
  );
}
