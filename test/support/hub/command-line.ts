import { getPriority } from 'node:os';
import { runHub } from '../../../services/cli/run-program.ts';
import { setThreadPriorities } from '../../../shared/runtime/thread-priorities.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The last command. Commands take turns, because they share the environment and the output of the
 * process.
 */
let before: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process with these settings as its environment, and captures its output. A
 * separate process costs a second of compiling: use `hubJson` where the process matters.
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

/** Runs a command with `--json`. @returns what it prints @throws with its message when it fails */
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
  // The object itself is restored, because a change of TZ in a copy would change no time zone.
  const own = process.env;
  const printed = { stdout: '', stderr: '' };
  const restore = [capture('stdout', printed), capture('stderr', printed)];
  // Leave out the addresses of the run's own servers: they are no settings of this hub.
  const { DATABASE_URL: _database, KAFKA_BROKERS: _brokers, ...inherited } = own;
  process.env = { ...inherited, ...settings };
  const priority = getPriority();
  try {
    return { code: await run(), ...printed };
  } finally {
    process.env = own;
    // A rebuild lowers the priority of the process, here for the rest of the run. Only root may
    // raise it again.
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
