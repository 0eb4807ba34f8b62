import { pause } from '../../async/waiting.ts';
import type { Logger } from '../../observability/logger.ts';
import { findPostmaster, workingDirectory } from './postmaster.ts';

export interface SupervisionOptions {
  readonly cluster: string;
  readonly restart: () => Promise<void>;
  readonly logger: Logger;
  /** Called once, when the server could not be started again for `giveUpAfterMs`. */
  readonly onLost: (error: unknown) => void;
}

const lookEveryMs = 500;
const retryEveryMs = 2_000;
const giveUpAfterMs = 120_000;

/**
 * Starts the server again if it dies while the hub runs (killed for lack of memory, or by mistake).
 * @returns a function that stops watching and resolves when no restart is in progress
 */
export function superviseServer({
  cluster,
  restart,
  logger,
  onLost,
}: SupervisionOptions): () => Promise<void> {
  const stopping = new AbortController();
  let found: { readonly pid: number; readonly cwd: string } | null = null;

  /** One system call while it does; to search anew takes twenty, twice a second. */
  async function runs(): Promise<boolean> {
    if (found !== null && workingDirectory(found.pid) === found.cwd) return true;
    const server = await findPostmaster(cluster);
    const cwd = server === null ? null : workingDirectory(server.pid);
    found = server === null || cwd === null ? null : { pid: server.pid, cwd };
    return server !== null;
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await rest(lookEveryMs);
      if (stopping.signal.aborted || (await runs())) continue;
      logger.error('the database server is gone, starting it again');
      if (!(await bringBack())) return;
    }
  }

  async function bringBack(): Promise<boolean> {
    for (const deadline = Date.now() + giveUpAfterMs; !stopping.signal.aborted; await rest(retryEveryMs)) {
      try {
        await restart();
        return true;
      } catch (error) {
        logger.error({ err: error }, 'the database server does not start');
        if (Date.now() > deadline) {
          onLost(error);
          return false;
        }
      }
    }
    return false;
  }

  // Watching does not keep the process alive.
  const rest = (ms: number) => pause(ms, stopping.signal, { ref: false });

  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
  };
}
