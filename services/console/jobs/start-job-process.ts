import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import { within } from '../../../shared/async/waiting.ts';
import { describeError, type Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { type JobDocument, recordJobResult } from './jobs.ts';

export interface JobProcessOptions {
  readonly database: Database;
  /** The whole environment, with the settings by which a command finds the hub. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

export type StartJob = (job: Pick<JobDocument, 'id' | 'options'>) => void;

const launcher = fileURLToPath(new URL('../../cli/launch.mjs', import.meta.url));

/** For a process to record its result after a stop begins. The whole stop has a longer limit. */
const endsWithinMs = 5_000;

/**
 * Runs a job in a separate process, which frees its memory at its end. The priority is low, except
 * for a rebuild at full speed. A stop of this process also stops its jobs.
 */
export function createJobStarter(options: JobProcessOptions): StartJob {
  const { database, environment, logger, lifecycle } = options;
  const running = new Map<ChildProcess, Promise<void>>();
  let endsBy: number | null = null;
  lifecycle.onClosing(() => {
    endsBy = performance.now() + endsWithinMs;
    for (const child of running.keys()) child.kill('SIGTERM');
  });
  lifecycle.onClose(async () => {
    const left = Math.max(0, (endsBy ?? 0) - performance.now());
    await within(left, Promise.all(running.values()), () => []);
    // This process does not wait for a job that is still running.
    for (const child of running.keys()) child.unref();
  });

  /** Has no effect for a process that recorded its result. */
  async function noteEnd(id: string, how: string): Promise<void> {
    const error = { code: 'ended', message: `its process ended before it was done (${how})` };
    await recordJobResult(database, id, { state: 'failed', result: { error } }).catch((problem: unknown) => {
      logger.warn({ problem: describeError(problem) }, 'the end of a job could not be noted');
    });
  }

  return ({ id, options: { full_speed: fullSpeed } }) => {
    const args = [launcher, 'job', id, ...(fullSpeed ? ['--full-speed'] : [])];
    const child = spawn(process.execPath, args, { env: environment, stdio: 'ignore' });
    const { promise: ended, resolve } = Promise.withResolvers<string>();
    child.once('error', () => resolve('it could not be started'));
    child.once('exit', (code, signal) => resolve(code === null ? `${signal}` : `exit code ${code}`));
    const noted = ended.then((how) => noteEnd(id, how)).finally(() => running.delete(child));
    running.set(child, noted);
    // A request that was running at the stop asked for this job.
    if (endsBy !== null) child.kill('SIGTERM');
  };
}
