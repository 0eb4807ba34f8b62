import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { campaign } from '../support/campaign.ts';
import { freshDatabase } from '../support/postgres/database.ts';
import { endings } from '../support/postgres/terminating-proxy.ts';
import { patient } from '../support/runner/patience.ts';

const script = fileURLToPath(new URL('./connecting-process.ts', import.meta.url));
const run = promisify(execFile);
const { runs: rounds, label } = campaign(400);
/** The greeting of a server has 21 messages, and the first statements another 10. */
const steps = 32;

/** @throws when the process does not live to the end */
async function connect(how: 'steps' | 'rounds', count: number) {
  const { url } = await freshDatabase();
  const { stdout } = await run(process.execPath, [script, url, how, String(count)], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

test('a session that is terminated at any step of connecting does not end the process', {
  timeout: patient(300_000),
}, async () => {
  const results: { kind: string; ending: string; terminated: boolean; outcome: string }[] = await connect(
    'steps',
    steps,
  );
  const kinds = Map.groupBy(results, ({ kind }) => kind);
  expect(kinds.size).toBe(10);
  expect(results.length).toBe(kinds.size * endings.length * steps);
  expect(results.filter(({ terminated }) => terminated).length).toBeGreaterThan(500);
  for (const cases of kinds.values()) {
    expect(cases.filter(({ terminated }) => terminated).length).toBeGreaterThan(20 * endings.length);
    expect(cases.filter(({ terminated, outcome }) => !terminated && outcome !== 'worked')).toEqual([]);
  }
  // Connections for notifications connect again by themselves.
  expect(kinds.get('notifications')?.filter(({ outcome }) => outcome !== 'worked')).toEqual([]);
});

test(`sessions that the server terminates while they connect do not end the process, ${rounds} rounds (${label})`, {
  timeout: patient(180_000 + rounds * 5_000),
}, async () => {
  const { killed, outcomes, after } = await connect('rounds', rounds);
  expect(killed).toBeGreaterThan(rounds);
  expect(outcomes.length).toBe(rounds * 9);
  expect(outcomes).toContain('failed');
  expect(new Set(after)).toEqual(new Set(['worked']));
});
