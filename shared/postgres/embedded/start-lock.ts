import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { pollUntil } from '../../async/waiting.ts';
import { OperatorError } from '../../errors/errors.ts';

const waitMs = 90_000;
const retryMs = 50;

/** The kernel frees the abstract socket when the holder dies. */
export async function withStartLock<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const digest = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex');
  const lock = await take(`\0guild-account-hub ${digest}`);
  try {
    return await work();
  } finally {
    await new Promise((done) => lock.close(done));
  }
}

async function take(name: string): Promise<Server> {
  const lock = await pollUntil(() => listen(name), { withinMs: waitMs, everyMs: retryMs });
  if (lock !== null) return lock;
  throw new OperatorError('start_blocked', 'another process is starting a database on this data directory');
}

function listen(name: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(name, () => resolve(server));
  });
}
