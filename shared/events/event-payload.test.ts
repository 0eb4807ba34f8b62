import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { payloadOf, taskNameOf } from './event-payload.ts';

const nameIn = (event: unknown) => taskNameOf(payloadOf(JSON.stringify(event)));

test('the name of a combat task is found in the event of each plugin, without its points', async () => {
  const report = new URL('../../test/fixtures/reports/ha-combat-task.json', import.meta.url);
  const { events } = JSON.parse(await readFile(report, 'utf8'));
  expect(nameIn(events[0])).toBe('Snake Rebound');
  expect(nameIn({ type: 'X', extra: { task: 'Snake Rebound', taskPoints: 4 } })).toBe('Snake Rebound');
});

test.each([
  ['Whack-a-Mole', 'Whack-a-Mole'],
  ['  Whack-a-Mole\u00a0', 'Whack-a-Mole'],
  ['One Point (1 point)', 'One Point'],
  ['Thrall Damage(6 Points). ', 'Thrall Damage'],
  ['Phase (2) Done', 'Phase (2) Done'],
  ['Snake. Snake!? Snaaaaaake!', 'Snake. Snake!? Snaaaaaake!'],
])('%j is called %j', (sent, name) => {
  expect(nameIn({ data: { taskName: sent } })).toBe(name);
});

test.each([
  {},
  { data: [] },
  { data: { taskName: 4 } },
  { data: { taskName: ' ' } },
  { extra: 'x' },
  { extra: { task: '(4 points)' } },
  { dropped: 'data over 16 KiB' },
])('%j has no name', (event) => {
  expect(nameIn(event)).toBeNull();
});
