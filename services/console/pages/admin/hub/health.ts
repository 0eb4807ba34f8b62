import { hasCheckRun } from '../../../page-doctor-results.ts';
import { countText, durationText, relativeTime } from '../../common/text/format.ts';
import type { BackupsAnswer, ExaminationData, GenerationStatus } from '../admin-answers.ts';
import { tableTitle } from './table-titles.ts';

/** Undefined for an answer that has not come. */
export interface HealthFacts {
  readonly faults: readonly { readonly what: string }[] | undefined;
  readonly generations: readonly GenerationStatus[] | undefined;
  /** The number of parked records. */
  readonly parked: number | undefined;
  /** ISO-8601; null when no plugin has reported lately. */
  readonly reportedAt: string | null | undefined;
  readonly backups: BackupsAnswer | undefined;
  /** The value of BACKUP_ENABLED; unknown when another process takes the backups. */
  readonly nightlyBackups: string | null | undefined;
  /** The results of the last examination; undefined without an examination. */
  readonly checks: ExaminationData['checks'] | undefined;
}

export interface Health {
  /** `doubtful`: no fault is known, but the hub does not know enough or has no backup. */
  readonly state: 'well' | 'doubtful' | 'faulty';
  readonly text: string;
  /** The state of tables, reports and backups; empty when something is wrong. */
  readonly known: string;
}

const lateAfterS = 60;

/** Null before every answer came. @param now epoch ms */
export function describeHealth(facts: HealthFacts, now: number): Health | null {
  const { faults, generations, parked, reportedAt, backups, nightlyBackups, checks = [] } = facts;
  if (!faults || !generations || parked === undefined || reportedAt === undefined || !backups) return null;
  const live = generations.filter(({ role }) => role === 'live');
  const failed = checks.filter((check) => hasCheckRun(check) && !check.ok).length;
  const problems = [
    ...faults.map(({ what }) => what),
    ...live.flatMap(tableProblem),
    parked > 0 && `${countText(parked, 'record')} could not be processed`,
    failed > 0 && `the doctor found ${countText(failed, 'problem')}`,
    backups.folder_problem?.problem,
  ].filter((problem) => typeof problem === 'string');
  const [newest] = backups.backups;
  const isBackupOff = nightlyBackups === 'false' && 'nightly backups are off';
  if (problems.length > 0) {
    const all = [...problems, isBackupOff].filter((problem) => problem !== false);
    return { state: 'faulty', text: `The hub needs attention: ${all.join('; ')}.`, known: '' };
  }
  const isFilling = live.some(({ first_fill: isBeingBuilt }) => isBeingBuilt);
  const parts = [
    isFilling ? 'Some of its tables are being built' : 'Its tables are up to date',
    reportedAt === null ? 'no plugin reported this week' : `the last report came ${ago(reportedAt, now)}`,
    newest === undefined
      ? 'there is no backup yet'
      : `the newest backup is from ${ago(newest.taken_at, now)}`,
  ];
  const doubts = [
    facts.checks === undefined && 'the hub was not examined yet',
    newest === undefined && isBackupOff,
    newest === undefined && nightlyBackups == null && 'the hub does not know whether backups run at night',
  ].filter((doubt) => doubt !== false);
  const off = newest !== undefined && isBackupOff ? `; ${isBackupOff}` : '';
  const known = `${parts.slice(0, 2).join(', ')}, and ${parts[2]}${off}.`;
  if (doubts.length === 0) return { state: 'well', text: 'The hub is well.', known };
  return { state: 'doubtful', text: `No fault is known, but ${doubts.join(', and ')}.`, known };
}

function ago(at: string, now: number): string {
  return relativeTime(Date.parse(at), now);
}

function tableProblem({ name, stopped_reason: reason, damage, ...of }: GenerationStatus): string[] {
  const tables = `the tables “${tableTitle(name)}”`;
  if (reason !== null) return [`${tables} stopped`];
  if (damage !== null) return [`${tables} are damaged`];
  if (of.first_fill || of.lag_seconds <= lateAfterS) return [];
  return [`${tables} are ${durationText(of.lag_seconds * 1_000)} behind`];
}
