import { expect, test } from 'vitest';
import { given, id, quill } from '../../../projections/access/testing/membership.ts';
import { report } from '../../../projections/account-state/testing/report.ts';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { endedAt, seenAt } from '../../../projections/play-sessions/testing/activity.ts';
import { reportedXp } from '../../../projections/xp-history/testing/reported-xp.ts';
import { type Category, categories } from '../../../shared/domain/category.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { iso, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const hour = 3_600_000;
const day = 24 * hour;
const skills = ['Attack', 'Magic'] as const;
const periods = { day: now - (now % day), week: now - 7 * day, month: now - 30 * day };

interface Player {
  readonly id: string;
  readonly xp: readonly { readonly at: number; readonly skills: Readonly<Record<string, number>> }[];
  readonly drops: readonly { readonly at: number; readonly value: number | null; readonly id: string }[];
  readonly sessions: readonly { readonly from: number; readonly to: number }[];
}

function randomPlayer(random: () => number, account: string, number: number): Player {
  const below = (max: number) => Math.floor(random() * max);
  const times = Array.from({ length: 6 }, () => now - below(40 * day)).toSorted((one, other) => one - other);
  const xp = { Attack: 1_000, Magic: 2_000 };
  return {
    id: account,
    xp: times.map((at) => {
      xp.Attack += below(3) * 100;
      xp.Magic += below(2) * 100;
      return { at, skills: { ...xp } };
    }),
    drops: times.map((at, index) => ({
      at,
      value: below(4) === 0 ? null : below(5) * 1_000,
      id: id(1_000 + number * 100 + index),
    })),
    sessions: times.map((from, index) => {
      // An account that leaves at a full hour is not online in this hour.
      const late = from + hour + below(30 * hour);
      const end = index % 2 === 0 ? late - (late % hour) : late;
      return { from, to: Math.min(end, (times[index + 1] ?? now) - 1_000, now - 1_000) };
    }),
  };
}

function randomGuild(seed: number) {
  const random = seededRandom(seed);
  const players = ['Zed', 'Ann', 'Bea', 'Cid', 'Dot', 'Eve', 'Fay'].map((name, n) => {
    const account = `p${seed}${n}`;
    return { name, player: randomPlayer(random, account, seed * 10 + n) };
  });
  return {
    names: new Map(players.map(({ name, player }) => [player.id, name])),
    players: players.map(({ player }) => player),
  };
}

const playsWell = ({ from, to }: Player['sessions'][number]) => to > from;

function historyOf({ id: account, xp, drops, sessions }: Player): TimedEvent[] {
  return [
    ...xp.map(({ at, skills: known }) => reportedXp(account, at, known)),
    ...drops.map(({ at, value, id: event_id }) => ({
      ...gameEvent(account, { event_id, occurred_at: at, value_gp: value }),
      appendTime: at,
    })),
    ...sessions
      .filter(playsWell)
      .flatMap(({ from, to }) => [seenAt(account, from, { timeout_ms: 2 * day }), endedAt(account, to)]),
  ].toSorted((one, other) => one.appendTime - other.appendTime);
}

/** rules/guild.md#summary-of-the-guild over what the players did. */
function naive(players: readonly Player[], names: ReadonlyMap<string, string>) {
  const bucket = 300_000;
  const xpAt = ({ xp }: Player, skill: string, at: number) => {
    const ended = xp.filter((each) => at >= now || each.at - (each.at % bucket) + bucket <= at);
    return (ended.at(-1) ?? xp[0])?.skills[skill] ?? 0;
  };
  const gainOf = (player: Player, from: number) => {
    const start = from - (from % bucket);
    return skills.reduce((sum, skill) => sum + xpAt(player, skill, now) - xpAt(player, skill, start), 0);
  };
  return Object.entries(periods).map(([period, from]) => {
    const gains = players.map((player) => ({ id: player.id, gain: gainOf(player, from) }));
    const drops = players.flatMap((player) => player.drops.filter(({ at }) => at >= from && at < now));
    const values = drops.flatMap(({ value }) => value ?? []);
    return {
      period,
      gain: gains.reduce((sum, { gain }) => sum + gain, 0),
      loot_gp: values.reduce((sum, value) => sum + value, 0),
      top_gainers: gains
        .filter(({ gain }) => gain > 0)
        .toSorted(
          (one, other) =>
            other.gain - one.gain || ((names.get(one.id) ?? '') < (names.get(other.id) ?? '') ? -1 : 1),
        )
        .slice(0, 5)
        .map(({ id: account, gain }) => ({ account: { id: account, name: names.get(account) }, gain })),
      best: values.toSorted((one, other) => other - one).slice(0, 5),
    };
  });
}

function naiveActivity(players: readonly Player[]) {
  const first = now - (now % hour) - 167 * hour;
  return Array.from({ length: 168 }, (_, index) => {
    const [from, to] = [first + index * hour, first + (index + 1) * hour];
    const playing = players.filter(({ sessions }) =>
      sessions.some((session) => playsWell(session) && session.from < to && session.to > from),
    );
    return { hour: iso(from), online: playing.length };
  });
}

test('the answer equals a naive computation over what the players did', async () => {
  const api = await openTestApi({ history: [] });
  const guilds = [7, 8, 9].map((seed) => randomGuild(seed));
  await api.appendMembership(
    ...guilds.flatMap(({ names }) =>
      [...names].flatMap(([account, name]) => [
        given.identity(account, quill),
        given.description(account, name),
      ]),
    ),
  );
  const hidden = randomPlayer(seededRandom(1), 'hidden', 99);
  const all = [hidden, ...guilds.flatMap(({ players }) => players)];
  await api.recordPast(...all.flatMap(historyOf).toSorted((one, other) => one.appendTime - other.appendTime));
  await api.append(
    report.skill('hidden', now, 'Magic', 1_000_000),
    ...guilds.flatMap(({ players: [first, second] }) => [
      report.presence(first?.id ?? '', Date.now(), { timeout_ms: day }),
      report.skill(first?.id ?? '', now, 'Attack', 100_000),
      report.skill(second?.id ?? '', now, 'Magic', 1_000),
    ]),
  );
  for (const [index, { names, players }] of guilds.entries()) {
    const accounts = [...names.keys(), 'hidden'];
    const key = await api.makeKey(2 + index, null, { accounts, categories: [...categories] });
    const { periods: found, milestones, activity, ...totals } = await api.data('/guild', key);
    expect(totals).toEqual({ accounts: 8, online: 1, total_level: 49 + 9, total_xp: 101_000 });
    const shown = found.map(({ best_drops, ...rest }: { best_drops: { value_gp: number }[] }) => ({
      ...rest,
      best: best_drops.map(({ value_gp }) => value_gp),
    }));
    expect(shown).toEqual(naive(players, names));
    expect(milestones).toEqual([]);
    // The hidden account shares activity with the guild.
    expect(activity).toEqual(naiveActivity([...players, hidden]));
    const [best] = found[2].best_drops;
    const events: { id: string }[] = await api.data('/events?types=loot&limit=500', key);
    expect(events.find(({ id: event }) => event === best.id)).toEqual(best);
  }
  expect((await api.data('/guild?tz=America/Havana')).periods[0].gain).toBeGreaterThanOrEqual(0);
  expect(await api.faults('/guild?tz=Mars')).toEqual(['tz']);
});

test('the newest xp counts in each period, however long the periods before it take', async () => {
  let elapsed = 0;
  const clock = () => now + 1_000 * elapsed++;
  const api = await openTestApi({ history: [], clock });
  await api.recordPast(
    reportedXp('a', now - hour, { Attack: 1_000 }),
    reportedXp('a', now, { Attack: 1_500 }),
  );
  const { periods: found } = await api.data('/guild');
  expect(found.map(({ gain }: { gain: number }) => gain)).toEqual([500, 500, 500]);
});

const reachesLevel50 = (account: string) => [
  reportedXp(account, now - 2 * hour, { Slayer: 100_000 }),
  reportedXp(account, now - hour, { Slayer: 120_000 }),
];

interface Summary extends Readonly<Record<string, unknown>> {
  readonly periods: readonly Readonly<Record<string, unknown>>[];
}
const fieldsOf = {
  stats: ({ total_level, total_xp, milestones, periods: each }: Summary) => [
    ...[total_level, total_xp, milestones, each.map(({ gain, top_gainers }) => [gain, top_gainers])],
  ],
  events: ({ periods: each }: Summary) => each.map(({ loot_gp, best_drops }) => [loot_gp, best_drops]),
  activity: ({ online, activity }: Summary) => [online, activity],
  equipment: () => [],
};

test('a field is null when the key reads its category of nobody, and nobody else changes it', async () => {
  const api = await openTestApi({ history: [] });
  const kinds = ['stats', 'events', 'activity', 'equipment'] as const satisfies readonly Category[];
  await api.recordPast(...historyOf(randomPlayer(seededRandom(1), 'a', 0)), ...reachesLevel50('a'));
  await api.append(report.skill('a', now));
  const all = await api.makeKey(10, null, { categories: [...kinds] });
  const keys = new Map<Category, string>();
  for (const [index, category] of kinds.entries())
    keys.set(category, await api.makeKey(2 + index, null, { accounts: null, categories: [category] }));
  const answer = async (category: Category) => {
    const { text } = await api.get('/guild', { key: keys.get(category) ?? '' });
    return text.replace(/"generated_at":"[^"]+"/, '');
  };
  const nothing = { gain: null, loot_gp: null, top_gainers: null, best_drops: null };
  const none = { online: null, total_level: null, total_xp: null, milestones: null, activity: null };
  expect(await api.data('/guild', keys.get('equipment'))).toEqual({
    ...{ accounts: 2, ...none },
    periods: Object.keys(periods).map((period) => ({ period, ...nothing })),
  });
  expect(await api.data('/guild', keys.get('stats'))).toMatchObject({
    ...{ online: null, total_xp: 14_622_107, activity: null },
    milestones: [
      {
        account: { id: 'a', name: 'Quillon Fen' },
        ...{ kind: 'level', skill: 'Slayer', value: 50, at: iso(now - hour) },
      },
    ],
    periods: [{}, {}, { loot_gp: null, best_drops: null, gain: expect.any(Number) }],
  });
  // Each of these accounts hides a category, and shares the others.
  for (const [index, category] of kinds.entries()) {
    const before = await answer(category);
    const wholeBefore = fieldsOf[category](await api.data('/guild', all));
    const account = `secret${category}`;
    const hide = given.sharing(account, { category, audience: 'private', with: [] });
    await api.appendMembership(given.identity(account, quill), given.description(account, 'Aaa'), hide);
    const random = seededRandom(9 + index);
    await api.recordPast(...historyOf(randomPlayer(random, account, 1 + index)), ...reachesLevel50(account));
    await api.append(report.skill(account, now), report.presence(account, Date.now(), { timeout_ms: day }));
    expect([category, await answer(category)]).toEqual([category, before]);
    expect(fieldsOf[category](await api.data('/guild', all)), category).toEqual(wholeBefore);
  }
});
