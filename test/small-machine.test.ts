import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../shared/backup/testing/open-backup-test.ts';
import { eventually } from '../shared/projection/testing/eventually.ts';
import { bundledNode } from '../shared/runtime/platform.mjs';
import { atEnd } from './support/at-end.ts';
import { runsCampaigns } from './support/campaign.ts';
import { createHubClient } from './support/hub/hub-client.ts';
import { temporaryDataDir } from './support/hub/hub-process.ts';
import { patient } from './support/runner/patience.ts';
import { projectRoot } from './support/source-tree.ts';

// A hub with its database in a cgroup with the memory of a small machine, without swap.

// Other tests keep their files in memory, where the cgroup would count the database as memory.
process.env.TMPDIR = '/var/tmp';
const limit = 1_024 * 1_024 * 1_024;
const players = 40;
/** With fewer days, a database in memory fits too, and the test would not notice it. */
const pastDays = 30;
const playsMs = 20_000;
const launcher = join(projectRoot, 'services/cli/launch.mjs');

/** Version 1 mounts a folder for each controller. */
const isFirstVersion = existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes');
const files = isFirstVersion
  ? { top: '/sys/fs/cgroup/memory', limits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'] }
  : { top: '/sys/fs/cgroup', limits: ['memory.max'] };
const isThere = runsCampaigns && process.getuid?.() === 0 && existsSync(files.top);

async function openSmallMachine() {
  const folder = join(files.top, `hub-test-${process.pid}`);
  await mkdir(folder);
  atEnd(() => eventually(() => rmdir(folder)));
  for (const file of files.limits) await writeFile(join(folder, file), String(limit));
  let highest = 0;
  const watching = setInterval(async () => {
    highest = Math.max(highest, await usedBytes(folder).catch(() => 0));
  }, 250);
  atEnd(() => clearInterval(watching));
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawn('sh', ['-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', folder, bundledNode, ...args], {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  /** The highest memory of all processes since the last call, without the cache of files, in MB. */
  const takeHighest = () => {
    const megabytes = Math.round(highest / 1_000_000);
    highest = 0;
    return megabytes;
  };
  return { run, takeHighest, killed: () => killedProcesses(folder) };
}

async function usedBytes(folder: string): Promise<number> {
  const stat = await readFile(join(folder, 'memory.stat'), 'utf8');
  const bytesOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(stat)?.[1] ?? 0);
  return isFirstVersion ? bytesOf('total_rss') + bytesOf('total_shmem') : bytesOf('anon') + bytesOf('shmem');
}

async function killedProcesses(folder: string): Promise<number> {
  const file = isFirstVersion ? 'memory.oom_control' : 'memory.events';
  return Number(/^oom_kill (\d+)$/m.exec(await readFile(join(folder, file), 'utf8'))?.[1]);
}

describe.skipIf(!isThere)('on a machine with 1 GB (campaigns, as root, with cgroups)', () => {
  test('the pages build, a hub serves 40 players, and rebuilds', { timeout: patient(900_000) }, async () => {
    const { run, takeHighest, killed } = await openSmallMachine();
    const figures: Record<string, number> = {};
    const build = run(['services/console/build-pages.mjs', await temporaryFolder()]);
    expect(await once(build, 'close')).toEqual([0, null]);
    figures.build = takeHighest();

    const dataDir = await temporaryDataDir(null);
    const demo = run([
      ...[launcher, 'demo', '--port', '0', '--data-dir', dataDir, '--json'],
      ...['--players', String(players), '--history', String(pastDays)],
    ]);
    const ended = once(demo, 'close');
    atEnd(async () => {
      demo.kill('SIGINT');
      await ended;
    });
    const [line] = await once(createInterface(demo.stdout), 'line', { signal: AbortSignal.timeout(600_000) });
    figures.start = takeHighest();
    const { url, key } = JSON.parse(line);
    const client = createHubClient(url);
    for (const until = Date.now() + playsMs; Date.now() < until; await delay(1_500)) {
      const { status, body } = await client.get('/snapshot', { key });
      expect([status, body.data.length > players / 2]).toEqual([200, true]);
    }
    figures.play = takeHighest();

    const environment = { DATA_DIR: dataDir, PORT: new URL(url).port };
    const rebuild = run([launcher, 'projections', 'rebuild', '--all', '--full-speed', '--json'], environment);
    const [printed, end] = await Promise.all([text(rebuild.stdout), once(rebuild, 'close')]);
    expect(end).toEqual([0, null]);
    expect(JSON.parse(printed).rebuilt.length).toBeGreaterThan(10);
    figures.rebuild = takeHighest();
    // A killed hub prints nothing, so this comes before the hub is asked.
    expect(await killed()).toBe(0);
    expect((await client.get('/snapshot', { key })).status).toBe(200);
    process.stdout.write(`a machine of 1 GB, highest memory in MB: ${JSON.stringify(figures)}\n`);
  });
});
