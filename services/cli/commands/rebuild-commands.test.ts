import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Database } from '../../../shared/postgres/database.ts';
import { prepareGenerations } from '../../../shared/projection/generations/generations.ts';
import { xp } from '../../../shared/projection/testing/xp-records.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { launchHubCommand, runHub } from '../../../test/support/hub/hub-process.ts';

const clone = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const events = 3_000;
const slowly = ['projections', 'rebuild', 'xp-history', '--rate', '1000'];

async function openHub() {
  const { database, environment, append } = await startTestHub();
  await append(Array.from({ length: events }, (_, index) => xp(`a${index % 50}`, index)));
  await prepareGenerations(database, []);
  return { database, options: { clone, as: null, environment } };
}

test('a rebuild that was killed continues from its last checkpoint', async () => {
  const { database, options } = await openHub();
  const killed = launchHubCommand(options, slowly);
  await expect.poll(() => positionOf(database, 2)).toBeGreaterThan(0);
  killed.signal('SIGKILL');
  await killed.ended;
  const position = await settledPosition(database, 2);
  expect(position).toBeLessThan(events);

  const { rebuilt } = await runJson(options.environment, ['projections', 'rebuild', 'xp-history']);
  expect(rebuilt).toMatchObject([
    { name: 'xp-history', generation: 2, state: 'ready', events: events - position },
  ]);
  const { equal } = await runJson(options.environment, ['projections', 'verify', 'xp-history']);
  expect(equal).toBe(true);
});

test('a rebuild keeps its rate, prints progress to stderr and one document to stdout', async () => {
  const { options } = await openHub();
  const { code, stdout, stderr } = await runHub(options, [...slowly, '--json']);
  expect(code).toBe(0);
  const [rebuilt] = JSON.parse(stdout).rebuilt;
  expect(rebuilt).toMatchObject({ name: 'xp-history', generation: 2, events, state: 'ready' });
  expect(rebuilt.seconds).toBeGreaterThan(events / 1_000 - 0.1);
  expect(rebuilt.events_per_second).toBeLessThanOrEqual(1_050);
  const lines = stderr.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines)
    expect(line).toMatch(/^\[[#.]{24}\] +\d+% {2}[\d,]+ events {2}[\d,]+\/s {2}.*xp-history$/);
});

test('a cancelled rebuild ends with one line and leaves nothing behind', async () => {
  const { database, options } = await openHub();
  const running = launchHubCommand(options, slowly);
  await expect.poll(() => positionOf(database, 2)).toBeGreaterThan(0);
  expect(await runJson(options.environment, ['projections', 'rebuild', 'xp-history', '--cancel'])).toEqual({
    cancelled: [{ name: 'xp-history', generation: 2 }],
  });
  const { code, stderr } = await running.ended;
  expect(code).toBe(1);
  expect(stderr).toContain('hub: the generation of xp-history that is being built was cancelled');
  const { kept } = await database.one<{ kept: boolean }>({
    text: `select to_regnamespace('xp_history_g2') is not null as kept`,
  });
  expect(kept).toBe(false);
  const { rebuilt } = await runJson(options.environment, ['projections', 'rebuild', 'xp-history']);
  expect(rebuilt).toMatchObject([{ generation: 3, events, state: 'ready' }]);
});

async function positionOf(database: Database, generation: number): Promise<number> {
  const { position } = await database.one<{ position: number }>({
    text: `select coalesce(sum(next_offset), 0)::bigint as position
           from projection.checkpoint
           where projection = 'xp-history' and generation = $1`,
    values: [generation],
  });
  return position;
}

/** Waits until the last batch of the killed process was committed or rolled back. */
async function settledPosition(database: Database, generation: number): Promise<number> {
  await expect
    .poll(() =>
      database.many({
        text: `select pid from pg_stat_activity
               where datname = current_database() and application_name = 'hub command'`,
      }),
    )
    .toEqual([]);
  return positionOf(database, generation);
}
