import { pause } from '../../async/waiting.ts';
import type { Logger } from '../../observability/logger.ts';
import { signOfLife } from '../../runtime/platform.mjs';
import { findPostmaster } from './postmaster.ts';

export interface SupervisionOptions {
  readonly cluster: string;
  readonly restart: () => Promise<void>;
  readonly logger: Logger;
  /** Called once, after failed starts for `giveUpAfterMs`. */
  readonly onLost: (error: unknown) => void;
}

const checkEveryMs = 1_000;
const retryEveryMs = 2_000;
const giveUpAfterMs = 120_000;

/**
 * Starts the server again when it dies.
 * @returns a function that stops the supervision and resolves when no restart is running
 */
export function superviseServer({
  cluster,
  restart,
  logger,
  onLost,
}: SupervisionOptions): () => Promise<void> {
  const stopping = new AbortController();
  let found: { readonly pid: number; readonly sign: string } | null = null;

  /** The check of the known process takes a single system call. */
  async function runs(): Promise<boolean> {
    if (found !== null && signOfLife(found.pid) === found.sign) return true;
    const server = await findPostmaster(cluster);
    const sign = server === null ? null : signOfLife(server.pid);
    found = server === null || sign === null ? null : { pid: server.pid, sign };
    return server !== null;
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await wait(checkEveryMs);
      if (stopping.signal.aborted || (await runs())) continue;
      logger.error('the database server is gone, starting it again');
      if (!(await startAgain())) return;
    }
  }

  async function startAgain(): Promise<boolean> {
    for (const deadline = Date.now() + giveUpAfterMs; !stopping.signal.aborted; await wait(retryEveryMs)) {
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

  // The wait does not keep the process alive.
  const wait = (ms: number) => pause(ms, stopping.signal, { ref: false });

  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
  };
}
