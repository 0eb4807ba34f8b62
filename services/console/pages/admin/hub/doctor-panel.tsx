import { describeMissingChecks, hasCheckRun } from '../../../page-doctor-results.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Panel } from '../../common/panel/panel.tsx';
import type { ExaminationData, JobData } from '../admin-answers.ts';
import { JobLine } from './jobs/job-line.tsx';
import { isExamination } from './jobs/job-results.ts';
import { findNewestJob } from './jobs/use-jobs.ts';

export function DoctorPanel({ jobs }: { readonly jobs: readonly JobData[] }) {
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
