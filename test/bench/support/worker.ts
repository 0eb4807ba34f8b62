import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import { findNode } from '../../../shared/runtime/find-node.mjs';
import { mallocSettings, nodeFlags } from '../../../shared/runtime/node-runtime.mjs';

/** Takes one job at a time. */
export interface Worker<Job, Answer> {
  readonly pid: number;
  /** @throws when the job failed, or the process ended */
  run(job: Job): Promise<Answer>;
  stop(): Promise<void>;
}

type Reply<Answer> = { readonly answer: Answer } | { readonly error: string };

/** A killed process would leave its PostgreSQL behind. */
const stopMs = 30_000;

/**
 * The worker's stdout goes to stderr, because only the result of the benchmark belongs on stdout.
 */
export function startWorker<Job, Answer>(lifecycle: Lifecycle, file: string): Worker<Job, Answer> {
  const node = findNode() ?? process.execPath;
  const child: ChildProcess = fork(new URL(file, import.meta.url), {
    execPath: node,
    execArgv: nodeFlags(node),
    env: { ...mallocSettings, ...process.env },
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with exit code ${code}`);
  });
  ended.catch(() => {});
  // A message to a process that has just ended fails; `run` reports the end.
  child.on('error', () => {});

  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
    if (child.connected) child.disconnect();
    await ended.catch(() => {});
    clearTimeout(force);
  };
  lifecycle.onClose(stop);

  return {
    pid: child.pid ?? 0,
    run: async (job) => {
      child.send(job as object);
      const [reply] = (await Promise.race([once(child, 'message'), ended])) as [Reply<Answer>];
      if ('error' in reply) throw new Error(reply.error);
      return reply.answer;
    },
    stop,
  };
}

/** Answers jobs until the process that started the worker ends, then calls `close`. */
export function serveJobs<Job, Answer>(
  run: (job: Job) => Promise<Answer>,
  close: () => Promise<void> = async () => {},
): void {
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
  // Ctrl-C reaches the whole terminal; the benchmark ends its workers in order.
  process.on('SIGINT', () => {});
}
