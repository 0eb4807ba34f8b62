import { Loading, Panel } from '../../common/panel/panel.tsx';
import { useNow } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type {
  BackupsAnswer,
  FaultsAnswer,
  IngestAnswer,
  JobData,
  ParkedAnswer,
  ProjectionsAnswer,
  SettingsAnswer,
} from '../admin-answers.ts';
import { findSetting } from '../find-setting.ts';
import { describeHealth, type Health } from './health.ts';
import { isExamination } from './jobs/job-results.ts';

const looks: Readonly<Record<Health['state'], string>> = {
  well: 'good',
  doubtful: 'stale',
  faulty: 'danger',
};

/** One sentence. The panels below have the details, and share these answers. */
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
  const isRefused = [faults, tables, parked, ingest, backups, settings].some(({ error }) => error !== null);
  if ((health === null || settings.body === undefined) && !isRefused) return <Loading />;
  return (
    <Panel title="Health">
      <p className={`panel-body ${looks[health?.state ?? 'doubtful']}`}>
        {health?.text ?? 'The hub does not tell whether it is well: the panels below say why.'}
      </p>
    </Panel>
  );
}
