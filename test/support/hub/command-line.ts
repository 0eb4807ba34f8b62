import { getPriority } from 'node:os';
import { runHub } from '../../../services/cli/run-program.ts';
import { setThreadPriorities } from '../../../shared/runtime/thread-priorities.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Commands take turns, because they share the environment and the output of the process. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Captures the output of a command in this process. A separate process costs a second: use
 * `hubJson` where the process matters.
 */
export function runInProcess(
  settings: Readonly<Record<string, string>>,
  args: readonly string[],
  run: (args: readonly string[]) => Promise<number> = runHub,
): Promise<Ran> {
  const ran = before.then(() => runAlone(settings, () => run(args)));
  before = ran.catch(() => {});
  return ran;
}

/** Adds `--json`. @throws with the message of a command that fails */
export async function runJson(settings: Readonly<Record<string, string>>, args: readonly string[]) {
  const { code, stdout, stderr } = await runInProcess(settings, [...args, '--json']);
  if (code !== 0)
    throw new Error(`hub ${args.join(' ')} ended with ${code}: ${stderr}${stdout.slice(0, 4_000)}`);
  return JSON.parse(stdout);
}

async function runAlone(
  settings: Readonly<Record<string, string>>,
  run: () => Promise<number>,
): Promise<Ran> {
  // A change of TZ in a copy would change no time zone, so the object itself is restored.
  const own = process.env;
  const printed = { stdout: '', stderr: '' };
  const restore = [capture('stdout', printed), capture('stderr', printed)];
  // The addresses of the run's own servers are no settings of this hub.
  const { DATABASE_URL: _database, KAFKA_BROKERS: _brokers, ...inherited } = own;
  process.env = { ...inherited, ...settings };
  const priority = getPriority();
  try {
    return { code: await run(), ...printed };
  } finally {
    process.env = own;
    // A rebuild lowers the priority of this process; only root may raise the priority again.
    if (getPriority() !== priority) setThreadPriorities(process.pid, priority);
    for (const undo of restore) undo();
  }
}

function capture(name: 'stdout' | 'stderr', printed: { stdout: string; stderr: string }): () => void {
  const { write } = process[name];
  process[name].write = ((text: string, written?: () => void) => {
    printed[name] += text;
    written?.();
    return true;
  }) as typeof write;
  return () => {
    process[name].write = write;
  };
}
