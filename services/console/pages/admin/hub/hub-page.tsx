import { describeMissingChecks, hasCheckRun } from '../../../page-doctor-results.ts';
import { useTitle } from '../../browser/use-title.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Loading, Panel } from '../../common/panel/panel.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { ExaminationData, FaultsAnswer, JobData, ReleaseAnswer } from '../admin-answers.ts';
import { BackupsPanel } from './backups-panel.tsx';
import { IngestPanel } from './ingest-panel.tsx';
import { JobLine } from './jobs/job-line.tsx';
import { isExamination } from './jobs/job-results.ts';
import { findNewestJob, useJobs } from './jobs/use-jobs.ts';
import { ParkedPanel } from './parked-panel.tsx';
import { ProjectionsPanel } from './projections/projections-panel.tsx';
import './hub.css';

export function HubPage() {
  useTitle('The hub');
  const { jobs, isLoading } = useJobs();
  return (
    <main id="content" className="page admin-page">
      <h1>The hub</h1>
      <FaultsPanel />
      {isLoading && <Loading />}
      <ProjectionsPanel jobs={jobs} />
      <DoctorPanel jobs={jobs} />
      <BackupsPanel jobs={jobs} />
      <ParkedPanel />
      <IngestPanel />
      <ReleaseLine />
    </main>
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

function FaultsPanel() {
  const { body, error } = useConsoleAnswer<FaultsAnswer>('admin/faults');
  if (body === undefined && error === null) return <Loading />;
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

function DoctorPanel({ jobs }: { readonly jobs: readonly JobData[] }) {
  const job = findNewestJob(jobs, 'doctor');
  const actions = (
    <CommandButton
      label="Examine now"
      path="admin/doctor"
      what="Examine the hub"
      disabled={job?.state === 'running'}
    />
  );
  return (
    <Panel title="Doctor" actions={actions}>
      <div className="panel-body">
        {job === undefined && (
          <p className="dim">
            The hub was not examined yet. “Examine now” checks settings, database, log, clocks, disk, lag and
            backups.
          </p>
        )}
        {job !== undefined && <JobLine job={job} what="Examination" />}
        {job !== undefined && isExamination(job.result) && <Findings checks={job.result.checks} />}
      </div>
    </Panel>
  );
}

function Findings({ checks }: Pick<ExaminationData, 'checks'>) {
  const ordered = checks.filter(hasCheckRun).toSorted((one, other) => Number(one.ok) - Number(other.ok));
  return (
    <>
      <dl className="findings">
        {ordered.map(({ name, ok, detail, fix }) => (
          <div key={name}>
            <dt className={ok ? 'good' : 'danger'}>
              {ok ? 'ok' : 'wrong'} <span className="finding-name">{name}</span>
            </dt>
            <dd>
              {detail}
              {fix !== null && <p className="fix">→ {fix}</p>}
            </dd>
          </div>
        ))}
      </dl>
      {describeMissingChecks(checks).map((text) => (
        <p key={text} className="dim">
          {text}
        </p>
      ))}
    </>
  );
}
