import { expect, test } from 'vitest';
import { projections } from '../../../../../projections/registry.ts';
import type { BackupsAnswer, GenerationStatus } from '../admin-answers.ts';
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
  nightlyBackups: 'true',
  checks: [],
};
const backup: BackupsAnswer['backups'][number] = {
  file: 'a.json',
  taken_at: '2026-11-29T11:00:00Z',
  kind: 'manual',
  bytes: 4_096,
  records: 9,
  other_hub: false,
  state: 'authentic',
  verified_at: null,
  problem: null,
};
const failed = { name: 'disk', ok: false, detail: 'full', fix: null, needs: null };

test.each<[string, Partial<HealthFacts>, string]>([
  [
    'a hub without faults',
    {},
    'The hub is well. Its tables are up to date, the last report came 40 s ago, and there is no backup yet.',
  ],
  [
    'a new hub',
    { generations: [{ ...live, first_fill: true, lag_seconds: 900 }], reportedAt: null },
    'The hub is well. Some of its tables are being built, no plugin reported this week, and there is no backup yet.',
  ],
  [
    'a late table and a failed record',
    { generations: [{ ...live, lag_events: 3, lag_seconds: 180 }], parked: 1 },
    'The hub needs attention: the tables “Events and drops” are 3 min behind; 1 record could not be processed.',
  ],
  [
    'a finding in a hub that will have no backup',
    { checks: [failed], nightlyBackups: 'false' },
    'The hub needs attention: the doctor found 1 problem; nightly backups are off.',
  ],
  [
    'a stopped table and a finding',
    {
      generations: [{ ...live, stopped_reason: 'older log' }],
      checks: [failed, { ...failed, needs: 'log' }],
    },
    'The hub needs attention: the tables “Events and drops” stopped; the doctor found 1 problem.',
  ],
])('%s has a verdict, and says what is known', (_, facts, text) => {
  const health = describeHealth({ ...well, ...facts }, now);
  expect(`${health?.text} ${health?.known}`.trim()).toBe(text);
});

test.each<[string, Partial<HealthFacts>, string]>([
  ['an unexamined hub', { checks: undefined }, 'the hub was not examined yet'],
  ['a hub that will have no backup', { nightlyBackups: 'false' }, 'nightly backups are off'],
  [
    'a console without the setting',
    { nightlyBackups: undefined },
    'the hub does not know whether backups run at night',
  ],
  [
    'an unexamined hub without backups',
    { nightlyBackups: 'false', checks: undefined },
    'the hub was not examined yet, and nightly backups are off',
  ],
])('%s is doubtful, not well', (_, facts, doubts) => {
  const known = 'Its tables are up to date, the last report came 40 s ago, and there is no backup yet.';
  expect(describeHealth({ ...well, ...facts }, now)).toEqual({
    state: 'doubtful',
    text: `No fault is known, but ${doubts}.`,
    known,
  });
});

test('an examined hub with a backup is well without nightly backups, and a fault outweighs doubts', () => {
  const kept: HealthFacts = {
    ...well,
    nightlyBackups: 'false',
    backups: { backups: [backup], unreadable: [], folder_problem: null },
  };
  expect(describeHealth(kept, now)).toEqual({
    state: 'well',
    text: 'The hub is well.',
    known:
      'Its tables are up to date, the last report came 40 s ago, and the newest backup is from 1 h ago; nightly backups are off.',
  });
  expect(describeHealth({ ...kept, checks: [failed] }, now)?.state).toBe('faulty');
  expect(describeHealth({ ...well, parked: 1, checks: undefined }, now)?.state).toBe('faulty');
});

test('nothing is said before every answer came', () => {
  expect(describeHealth({ ...well, parked: undefined }, now)).toBeNull();
});

test('every table has a title', () => {
  for (const { name } of projections) expect(tableTitle(name), name).not.toBe(name);
});
