import { runHub } from '../../../services/hub/run-hub.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, with these settings as its environment, and takes down what it prints. */
export async function runInProcess(
  settings: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Ran> {
  const saved = { ...process.env };
  const printed = { stdout: '', stderr: '' };
  const restore = [capture('stdout', printed), capture('stderr', printed)];
  Object.assign(process.env, settings);
  try {
    return { code: await runHub(args), ...printed };
  } finally {
    process.env = saved;
    for (const undo of restore) undo();
  }
}

function capture(name: 'stdout' | 'stderr', printed: { stdout: string; stderr: string }): () => void {
  const { write } = process[name];
  process[name].write = ((text: string) => {
    printed[name] += text;
    return true;
  }) as typeof write;
  return () => {
    process[name].write = write;
  };
}
