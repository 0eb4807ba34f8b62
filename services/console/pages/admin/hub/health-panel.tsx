import { Link } from 'react-router';
import { describeMissingChecks, hasCheckRun } from '../../../page-doctor-results.ts';
import { pagePaths } from '../../../page-paths.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Loading, Panel } from '../../common/panel/panel.tsx';
import { countText } from '../../common/text/format.ts';
import { useNow } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type {
  BackupsAnswer,
  ExaminationData,
  FaultsAnswer,
  IngestAnswer,
  JobData,
  ParkedAnswer,
  ProjectionsAnswer,
  SettingsAnswer,
} from '../admin-answers.ts';
import { findSetting } from '../find-setting.ts';
import { attentionTo } from '../settings/attention.ts';
import { FindingList } from './finding-list.tsx';
import { describeHealth, type Health } from './health.ts';
import { JobLine } from './jobs/job-line.tsx';
import { isExamination } from './jobs/job-results.ts';
import { findNewestJob } from './jobs/use-jobs.ts';

const looks: Readonly<Record<Health['state'], string>> = {
  well: 'good',
  doubtful: 'stale',
  faulty: 'danger',
};

/** A verdict, and what to do. The panels below have the details, and share these answers. */
export function HealthPanel({ jobs }: { readonly jobs: readonly JobData[] }) {
  const faults = useConsoleAnswer<FaultsAnswer>('admin/faults');
  const tables = useConsoleAnswer<ProjectionsAnswer>('admin/projections');
  const parked = useConsoleAnswer<ParkedAnswer>('admin/parked');
  const ingest = useConsoleAnswer<IngestAnswer>('admin/ingest');
  const backups = useConsoleAnswer<BackupsAnswer>('admin/backups');
  const settings = useConsoleAnswer<SettingsAnswer>('admin/settings', { everyMs: false });
  const now = useNow();
  const examined = jobs.map(({ result }) => result).find(isExamination);
  const plugins = ingest.body?.plugins.map(({ last_seen_at: at }) => at).toSorted();
  const health = describeHealth(
    {
      faults: faults.body?.faults,
      generations: tables.body?.projections,
      parked: parked.body?.parked.length,
      reportedAt: plugins === undefined ? undefined : (plugins.at(-1) ?? null),
      backups: backups.body,
      nightlyBackups: findSetting(settings.body, 'BACKUP_ENABLED'),
      checks: examined?.checks,
    },
    now,
  );
  const attention = settings.body?.settings.filter((each) => attentionTo(each) !== null) ?? [];
  const doctor = findNewestJob(jobs, 'doctor');
  const examine = (
    <CommandButton
      label="Examine now"
      path="admin/doctor"
      what="Examine settings, database, log, clocks, disk, lag and backups"
      disabled={doctor?.state === 'running'}
    />
  );
  const isRefused = [faults, tables, parked, ingest, backups, settings].some(({ error }) => error !== null);
  if ((health === null || settings.body === undefined) && !isRefused) return <Loading />;
  return (
    <Panel title="Health" actions={examine} className={health?.state ?? ''}>
      <div className="panel-body">
        <p className={looks[health?.state ?? 'doubtful']}>
          {health?.text ?? 'The hub does not tell whether it is well: the panels below say why.'}
        </p>
        {health !== null && health.known !== '' && <p className="dim small">{health.known}</p>}
        {attention.length > 0 && (
          <Link to={`${pagePaths.adminSettings}?show=needs+attention`}>
            {countText(attention.length, 'setting')} {attention.length === 1 ? 'needs' : 'need'} attention
          </Link>
        )}
        <FindingList findings={faults.body?.faults ?? []} />
        {doctor !== undefined && <JobLine job={doctor} what="Examination" />}
        {doctor !== undefined && isExamination(doctor.result) && <Checks checks={doctor.result.checks} />}
      </div>
    </Panel>
  );
}

function Checks({ checks }: Pick<ExaminationData, 'checks'>) {
  const ran = checks.filter(hasCheckRun);
  const findings = ran.map(({ name, ok: isGood, detail: why, fix }) => {
    return { what: `${isGood ? 'ok' : 'wrong'}: ${name}`, why, fix, isGood };
  });
  const passed = findings.filter(({ isGood }) => isGood);
  return (
    <>
      <FindingList findings={findings.filter(({ isGood }) => !isGood)} />
      {passed.length > 0 && (
        <details>
          <summary>{countText(passed.length, 'check')} passed</summary>
          <FindingList findings={passed} />
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
