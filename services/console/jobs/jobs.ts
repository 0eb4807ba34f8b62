import { OperatorError } from '../../../shared/errors/errors.ts';
import type { Database } from '../../../shared/postgres/database.ts';

export type JobKind = 'rebuild' | 'verify' | 'backup' | 'backup-verify' | 'doctor';

export interface NewJob {
  /** The record id of the command. */
  readonly id: string;
  readonly kind: JobKind;
  /** The name of a projection, or the file of a backup; null for work on the whole hub. */
  readonly subject: string | null;
  readonly memberId: string;
  readonly options?: JobOptions;
}

/** Only a rebuild has options. */
export interface JobOptions {
  /** Records per second. */
  readonly rate?: number | undefined;
  readonly full_speed?: boolean | undefined;
  readonly promote?: boolean | undefined;
}

export interface JobDocument {
  readonly id: string;
  readonly kind: JobKind;
  readonly subject: string | null;
  readonly member_id: string;
  readonly options: JobOptions;
  /** `lost`: the process ended without a result. */
  readonly state: 'running' | 'done' | 'failed' | 'lost';
  readonly progress: JobProgress | null;
  readonly result: unknown;
  readonly started_at: string;
  readonly updated_at: string;
}

export interface JobProgress {
  readonly phase: 'reading' | 'indexing';
  readonly names: readonly string[];
  readonly events: number;
  /** 0 to 1. */
  readonly share: number;
  readonly events_per_second: number;
  /** Null without enough data for an estimate. */
  readonly seconds_left: number | null;
}

/** Each job is a process. */
const runningMax = 3;
const keptMax = 100;
/** Several times the interval of heartbeats. */
const lostAfter = `interval '20 seconds'`;

const columns = `id, kind, subject, member_id, options, progress, result,
  case when state = 'running' and updated_at < clock_timestamp() - ${lostAfter} then 'lost' else state end as state,
  to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started_at,
  to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at`;

/** @throws OperatorError when the limit of running jobs is reached */
export async function addJob(database: Database, job: NewJob): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run({ text: 'lock table console.job in exclusive mode' });
    const { running } = await tx.one<{ running: number }>({
      text: `select count(*) as running
             from console.job
             where state = 'running' and updated_at > clock_timestamp() - ${lostAfter}`,
    });
    if (running >= runningMax) {
      throw new OperatorError('too_many_jobs', `${runningMax} jobs run already: wait until one has ended`);
    }
    await tx.run({
      text: `insert into console.job (id, kind, subject, member_id, options, state)
             values ($1, $2, $3, $4, $5, 'running')`,
      values: [job.id, job.kind, job.subject, job.memberId, JSON.stringify(job.options ?? {})],
    });
    await tx.run({
      text: `delete from console.job
             where id in (select id from console.job order by started_at desc, id offset $1)`,
      values: [keptMax],
    });
  });
}

/** Newest first. */
export function listJobs(database: Database): Promise<JobDocument[]> {
  return database.many<JobDocument>({
    text: `select ${columns} from console.job order by started_at desc, id`,
  });
}

export function findJob(database: Database, id: string): Promise<JobDocument | null> {
  return database.maybeOne<JobDocument>({
    text: `select ${columns} from console.job where id = $1`,
    values: [id],
  });
}

export async function recordJobHeartbeat(
  database: Database,
  id: string,
  progress: JobProgress | null,
): Promise<void> {
  await database.run({
    text: `update console.job
           set updated_at = clock_timestamp(), progress = coalesce($2, progress)
           where id = $1 and state = 'running'`,
    values: [id, progress === null ? null : JSON.stringify(progress)],
  });
}

/** Later results of the same job are ignored. */
export async function recordJobResult(
  database: Database,
  id: string,
  { state, result }: { readonly state: 'done' | 'failed'; readonly result: unknown },
): Promise<void> {
  await database.run({
    text: `update console.job
           set state = $2, result = $3, updated_at = clock_timestamp()
           where id = $1 and state = 'running'`,
    values: [id, state, JSON.stringify(result)],
  });
}
