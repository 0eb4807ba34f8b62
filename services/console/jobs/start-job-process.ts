import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Lifecycle } from '../../../shared/lifecycle.ts';
import { describeError, type Logger } from '../../../shared/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { endJob } from './jobs.ts';

export interface JobProcessOptions {
  readonly database: Database;
  /** All of it; with the settings by which a command finds the hub. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

const launcher = fileURLToPath(new URL('../../hub/launch.mjs', import.meta.url));

/**
 * Makes what runs a job in a process of its own, which goes last on its machine and gives its memory back. It is stopped
 * with this process; what can be gone on with, as a rebuild, goes on when it is begun again.
 */
export function startsJobProcesses(options: JobProcessOptions): (id: string) => void {
  const { database, environment, logger, lifecycle } = options;
  const stopping = new AbortController();
  lifecycle.onClose(async () => stopping.abort());

  return (id) => {
    const child = spawn(process.execPath, [launcher, 'job', id], { env: environment, stdio: 'ignore' });
    const stop = () => void child.kill('SIGTERM');
    stopping.signal.addEventListener('abort', stop, { once: true });
    const ended = (how: string) => {
      stopping.signal.removeEventListener('abort', stop);
      // Of one that told what it came to this changes nothing.
      const error = { code: 'ended', message: `its process ended before it was done (${how})` };
      endJob(database, id, { state: 'failed', result: { error } }).catch((problem: unknown) => {
        logger.warn({ problem: describeError(problem) }, 'the end of a job could not be noted');
      });
    };
    child.once('error', () => ended('it could not be started'));
    child.once('exit', (code, signal) => ended(code === null ? `${signal}` : `exit code ${code}`));
  };
}
