import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchHub } from './bench-hub.ts';

const launcher = fileURLToPath(new URL('../../services/cli/launch.mjs', import.meta.url));

/** Starts a command beside the hub that is measured. */
export function hubCommand(
  dataDir: string,
  args: readonly string[],
  stdout: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  return spawn(process.execPath, [launcher, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_DIR: join(dataDir, 'backups') },
    stdio: ['ignore', stdout, 'ignore'],
  });
}

/** What a command prints with `--json`. @throws when it fails */
export async function hubDocument<Document>(dataDir: string, args: readonly string[]): Promise<Document> {
  const command = hubCommand(dataDir, [...args, '--json'], 'pipe');
  const ended = once(command, 'exit');
  const text = Buffer.concat((await command.stdout?.toArray()) ?? []).toString();
  const [code] = await ended;
  if (code !== 0) throw new Error(`hub ${args.join(' ')} ended with ${code}`);
  return JSON.parse(text) as Document;
}

const projectedWithinMs = 300_000;

/** Waits until every projection has what was appended. */
export async function untilProjected({ dataDir }: BenchHub): Promise<void> {
  for (const until = performance.now() + projectedWithinMs; performance.now() < until; ) {
    const { projections } = await hubDocument<{ projections: { lag_events: number }[] }>(dataDir, [
      'projections',
    ]);
    if (projections.every(({ lag_events }) => lag_events === 0)) return;
  }
  throw new Error('the hub did not catch up with its past');
}
