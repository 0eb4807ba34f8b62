import { getPriority } from 'node:os';
import { runHub } from '../../../services/cli/run-program.ts';
import { setThreadPriorities } from '../../../shared/runtime/thread-priorities.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Commands that ran before the next: environment and output are the process's, so they take turns. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process, with these settings as its environment, and takes down what it prints. A command as a
 * process of its own costs a second of compiling; take that one where the process matters (`hubJson`).
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

/** What a command prints with `--json`. @throws with its message when it fails */
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
  // Put back as it is: in a copy of it a change of TZ would change no zone.
  const own = process.env;
  const printed = { stdout: '', stderr: '' };
  const restore = [capture('stdout', printed), capture('stderr', printed)];
  // What the run is given for its own servers is no setting of this hub.
  const { DATABASE_URL: _database, KAFKA_BROKERS: _brokers, ...inherited } = own;
  process.env = { ...inherited, ...settings };
  const priority = getPriority();
  try {
    return { code: await run(), ...printed };
  } finally {
    process.env = own;
    // A rebuild lets all others go first, which here would be for the rest of the run; only root may take that back.
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
