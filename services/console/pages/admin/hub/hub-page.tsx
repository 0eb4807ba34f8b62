import { describeMissingChecks, hasCheckRun } from '../../../page-doctor-results.ts';
import { useTitle } from '../../browser/use-title.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { Loading, Panel } from '../../common/panel/panel.tsx';
import { countText } from '../../common/text/format.ts';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { useAddressChoice } from '../../state/use-address-value.ts';
import type { ExaminationData, FaultsAnswer, JobData, ReleaseAnswer } from '../admin-answers.ts';
import { BackupsPanel } from './backups-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { IngestPanel } from './ingest-panel.tsx';
import { JobLine } from './jobs/job-line.tsx';
import { isExamination } from './jobs/job-results.ts';
import { findNewestJob, useJobs } from './jobs/use-jobs.ts';
import { ParkedPanel } from './parked-panel.tsx';
import { ProjectionsPanel } from './projections/projections-panel.tsx';
import { ReportsPanel } from './reports-panel.tsx';
import './hub.css';

const views = ['summary', 'internals'] as const;

export function HubPage() {
  useTitle('The hub');
  const { jobs, isLoading } = useJobs();
  const [view, setView] = useAddressChoice('view', views);
  const hasInternals = view === 'internals';
  return (
    <main id="content" className="page admin-page">
      <div className="row wrap">
        <h1 className="grow">The hub</h1>
        <SegmentedControl label="Content of this page" choices={views} chosen={view} onChoose={setView} />
      </div>
      {isLoading && <Loading />}
      <HealthPanel jobs={jobs} />
      <FaultsPanel />
      <DoctorPanel jobs={jobs} />
      <ReportsPanel />
      <BackupsPanel jobs={jobs} hasInternals={hasInternals} />
      <ParkedPanel hasInternals={hasInternals} />
      <ProjectionsPanel jobs={jobs} hasInternals={hasInternals} />
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

function CheckList({ checks }: Pick<ExaminationData, 'checks'>) {
  return (
    <dl className="findings">
      {checks.map(({ name, ok, detail, fix }) => (
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
  );
}

function Findings({ checks }: Pick<ExaminationData, 'checks'>) {
  const ran = checks.filter(hasCheckRun);
  const passed = ran.filter(({ ok }) => ok);
  return (
    <>
      <CheckList checks={ran.filter(({ ok }) => !ok)} />
      {passed.length > 0 && (
        <details>
          <summary>{countText(passed.length, 'check')} passed</summary>
          <CheckList checks={passed} />
        </details>
      )}
      {describeMissingChecks(checks).map((text) => (
        <p key={text} className="dim">
          {text}
        </p>
      ))}
    </>
  );
}
