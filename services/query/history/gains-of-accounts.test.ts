import { expect, test } from 'vitest';
import { readGains, readOverallGains } from '../../../projections/xp-history/queries/read-gains.ts';
import { reportedXp } from '../../../projections/xp-history/testing/reported-xp.ts';
import { overall } from '../../../shared/domain/skill.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { xpCorrected } from '../../../shared/events/types/xp-corrected.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';
import { partsOf, readGainsOfAccounts } from './gains-of-accounts.ts';
import type { HistorySources } from './history-sources.ts';

const hour = 3_600_000;
const day = 24 * hour;
const today = now - (now % day);
const skills = ['Attack', 'Magic', 'Slayer'];

/** Reports with rises, falls, confirmed falls and late times, up to now. */
function historyOf(account: string, seed: number): TimedEvent[] {
  const random = seededRandom(seed);
  const below = (max: number) => Math.floor(random() * max);
  const xp = new Map(skills.map((skill) => [skill, 1_000 * (1 + below(5))]));
  const events: TimedEvent[] = [];
  for (let at = now - 70 * day; at < now; at += below(below(3) === 0 ? 6 * day : 4 * hour) + 1) {
    const skill = skills[below(skills.length)] ?? '';
    const before = xp.get(skill) ?? 0;
    const after = below(6) === 0 ? before - below(300) : before + below(3) * 100;
    xp.set(skill, after);
    const event =
      below(12) === 0
        ? newEvent(xpCorrected, { subject: account, source: 'cli' }, { skills: { [skill]: after } })
        : reportedXp(account, at - below(3) * below(20) * hour, { [skill]: after });
    events.push({ ...event, appendTime: at });
  }
  return events;
}

test('the gains of days and samples equal the gains of the series, for any range', async () => {
  const accountIds = ['a', 'b', 'c', 'd'];
  const api = await openTestApi({ history: accountIds.flatMap(historyOf).toSorted(byTime) });
  const schemas = new Map<string, string>();
  for (const name of ['xp-history', 'xp-records'] as const)
    schemas.set(name, (await findLive(api.database, name))?.schema ?? '');
  const sourcesOf = (xpRawRetentionMs: number, isRecorded = true) =>
    ({
      ...{ sql: api.database, xpRawRetentionMs },
      generations: {
        schemaOf: (name: string) => (name === 'xp-records' && !isRecorded ? null : schemas.get(name)),
      },
    }) as unknown as HistorySources;
  const random = seededRandom(7);
  const below = (max: number) => Math.floor(random() * max);
  const moment = () => [today - below(40) * day, now - below(40 * day), now, now + 1][below(4)] ?? now;
  let found = 0;
  for (let round = 0; round < 150; round += 1) {
    const [from = 0, to = 0] = [moment(), moment()].toSorted((one, other) => one - other);
    const skill = [undefined, overall, ...skills][below(5)];
    const ids = accountIds.slice(below(4));
    const keptMs = [365, 20][below(2)] ?? 365;
    const given = { accountIds: ids, skill, from, to, now };
    const gains = await readGainsOfAccounts(sourcesOf(keptMs * day, below(5) > 0), given);
    const series = {
      ...{ schema: schemas.get('xp-history') as never, accountIds: ids, from, to, now },
      ...{ rawKeptFrom: now - keptMs * day, movedOnly: true },
    };
    const expected =
      skill === overall
        ? (await readOverallGains(api.database, series)).map((gain) => ({ ...gain, skill: overall }))
        : await readGains(api.database, { ...series, skill });
    const label = JSON.stringify({ from, to, skill, keptMs });
    expect(inOrder(gains), label).toEqual(inOrder(expected.filter(({ gain }) => gain > 0)));
    found += gains.length;
  }
  expect(found).toBeGreaterThan(200);
});

test('a range has its whole UTC days, and the rest of its first and last day', () => {
  const from = today - 3 * day + hour;
  expect(partsOf({ from, to: now, now })).toEqual({
    parts: [{ from, to: today - 2 * day }],
    wholeDays: { from: today / day - 2, to: Number.MAX_SAFE_INTEGER },
  });
  const to = today - hour;
  expect(partsOf({ from, to, now })).toEqual({
    parts: [
      { from, to: today - 2 * day },
      { from: today - day, to },
    ],
    wholeDays: { from: today / day - 2, to: today / day - 1 },
  });
});

test.each([
  ['within a day', { from: today - day + 1, to: today - 1, now }],
  ['of today', { from: today + 1, to: now, now }],
  ['up to a midnight that is now', { from: today - 1, to: today, now: today }],
])('a range %s has no whole day', (_, range) => {
  const { parts, wholeDays } = partsOf(range);
  expect(parts).toEqual([{ from: range.from, to: range.to }]);
  expect(wholeDays.from).toBe(wholeDays.to);
});

const byTime = (one: TimedEvent, other: TimedEvent) => one.appendTime - other.appendTime;

function inOrder(
  gains: readonly { readonly account_id: string; readonly skill: string; readonly gain: number }[],
) {
  return gains.map(({ account_id, skill, gain }) => `${account_id} ${skill} ${gain}`).toSorted();
}
