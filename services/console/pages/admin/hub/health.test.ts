import { expect, test } from 'vitest';
import { projections } from '../../../../../projections/registry.ts';
import type { GenerationStatus } from '../admin-answers.ts';
import { describeHealth, type HealthFacts } from './health.ts';
import { tableTitle } from './table-titles.ts';

const now = Date.parse('2026-11-29T12:00:00Z');
const live: GenerationStatus = {
  name: 'event-feed',
  version: '1.1',
  generation: 1,
  state: 'live',
  role: 'live',
  size_bytes: 8_192,
  stopped_reason: null,
  damage: null,
  first_fill: false,
  position: 9,
  lag_events: 0,
  lag_seconds: 0,
  parked: 0,
  verified_with: null,
  progress: null,
};
const well: HealthFacts = {
  faults: [],
  generations: [live],
  parked: 0,
  reportedAt: '2026-11-29T11:59:20Z',
  backups: { backups: [], unreadable: [], folder_problem: null },
  checks: [],
};
const failed = { name: 'disk', ok: false, detail: 'full', fix: null, needs: null };

test.each<[string, Partial<HealthFacts>, string]>([
  [
    'a hub without faults',
    {},
    'The hub is well: its tables are up to date, the last report came 40 s ago, and there is no backup yet.',
  ],
  [
    'a new hub',
    { generations: [{ ...live, first_fill: true, lag_seconds: 900 }], reportedAt: null },
    'The hub is well: some of its tables are being built, no plugin reported this week, and there is no backup yet.',
  ],
  [
    'a late table and a failed record',
    { generations: [{ ...live, lag_events: 3, lag_seconds: 180 }], parked: 1 },
    'The hub needs attention: the tables “Events and drops” are 3 min behind; 1 record could not be processed.',
  ],
  [
    'a stopped table and a finding',
    {
      generations: [{ ...live, stopped_reason: 'older log' }],
      checks: [failed, { ...failed, needs: 'log' }],
    },
    'The hub needs attention: the tables “Events and drops” stopped; the doctor found 1 problem.',
  ],
])('%s has one sentence', (_, facts, text) => {
  expect(describeHealth({ ...well, ...facts }, now)?.text).toBe(text);
});

test('nothing is said before every answer came', () => {
  expect(describeHealth({ ...well, parked: undefined }, now)).toBeNull();
});

test('every table has a title', () => {
  for (const { name } of projections) expect(tableTitle(name), name).not.toBe(name);
});
