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
} from '../admin-answers.ts';
import { describeHealth } from './health.ts';
import { isExamination } from './jobs/job-results.ts';
import { findNewestJob } from './jobs/use-jobs.ts';

/** One sentence. The panels below have the details, and share these answers. */
export function HealthPanel({ jobs }: { readonly jobs: readonly JobData[] }) {
  const faults = useConsoleAnswer<FaultsAnswer>('admin/faults');
  const tables = useConsoleAnswer<ProjectionsAnswer>('admin/projections');
  const parked = useConsoleAnswer<ParkedAnswer>('admin/parked');
  const ingest = useConsoleAnswer<IngestAnswer>('admin/ingest');
  const backups = useConsoleAnswer<BackupsAnswer>('admin/backups');
  const now = useNow();
  const examined = findNewestJob(jobs, 'doctor')?.result;
  const plugins = ingest.body?.plugins.map(({ last_seen_at: at }) => at).toSorted();
  const health = describeHealth(
    {
      faults: faults.body?.faults,
      generations: tables.body?.projections,
      parked: parked.body?.parked.length,
      reportedAt: plugins === undefined ? undefined : (plugins.at(-1) ?? null),
      backups: backups.body,
      checks: isExamination(examined) ? examined.checks : [],
    },
    now,
  );
  const isRefused = [faults, tables, parked, ingest, backups].some(({ error }) => error !== null);
  if (health === null && !isRefused) return <Loading />;
  return (
    <Panel title="Health">
      <p className={health?.isWell === true ? 'panel-body good' : 'panel-body danger'}>
        {health?.text ?? 'The hub does not tell whether it is well: the panels below say why.'}
      </p>
    </Panel>
  );
}
