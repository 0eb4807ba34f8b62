import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { workloadOf } from '../../services/cli/command-of.mjs';
import { mallocSettings, nodeFlags } from '../../shared/runtime/node-runtime.mjs';

/** A process of the bench: takes one job at a time and answers it. */
export interface Worker<Job, Answer> {
  readonly pid: number;
  /** @throws when the job failed, or the process ended */
  run(job: Job): Promise<Answer>;
  stop(): Promise<void>;
}

type Reply<Answer> = { readonly answer: Answer } | { readonly error: string };

/** A hub takes up to 10 s on a machine that has nothing else to do; killed, it would leave its PostgreSQL behind. */
const stopMs = 30_000;

/**
 * Starts `file` next to this one, as the launcher starts a command of the hub. Its stdout is this process's stderr: only
 * the result belongs on stdout.
 */
export function startWorker<Job, Answer>(
  file: string,
  args: readonly string[] = [],
  command?: string,
): Worker<Job, Answer> {
  const child: ChildProcess = fork(new URL(file, import.meta.url), [...args], {
    // What the hub's launcher sets, so that servers are compared on the same runtime.
    execArgv: [
      ...nodeFlags(process.execPath, workloadOf([command ?? ''])),
      ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []),
    ],
    env: { ...mallocSettings, ...process.env },
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with exit code ${code}`);
  });
  ended.catch(() => {});
  // The process may have just ended; those who wait for it get that error instead.
  child.on('error', () => {});

  return {
    pid: child.pid ?? 0,
    run: async (job) => {
      child.send(job as object);
      const [reply] = (await Promise.race([once(child, 'message'), ended])) as [Reply<Answer>];
      if ('error' in reply) throw new Error(reply.error);
      return reply.answer;
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
      if (child.connected) child.disconnect();
      await ended.catch(() => {});
      clearTimeout(force);
    },
  };
}

/** The other side: answers jobs until the starter goes away, then `close`. */
export function serveJobs<Job, Answer>(run: (job: Job) => Promise<Answer>, close: () => Promise<void>): void {
  process.on('message', async (job: Job) => {
    let reply: Reply<Answer>;
    try {
      reply = { answer: await run(job) };
    } catch (error) {
      reply = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    if (process.connected) process.send?.(reply);
  });
  process.on('disconnect', () => void close().finally(() => process.exit(0)));
  // Ctrl-C reaches the whole terminal; the bench itself ends the others in order.
  process.on('SIGINT', () => {});
}
