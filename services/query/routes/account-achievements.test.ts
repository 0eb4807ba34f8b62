import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { type EventDefinition, newEvent } from '../../../shared/events/event.ts';
import { type HoldingName, holdings } from '../../../shared/events/holdings.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { reportFixture } from '../../ingest/testing/first-report.ts';
import { iso, notFound, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const hour = 3_600_000;
const day = 24 * hour;

const counts = { completedEntries: 733, totalEntries: 1_690 };
const guild = onceAFile(() =>
  openTestApi({
    history: [
      happened('a', 'collection_log', now - hour, { itemName: 'Tanzanite fang', ...counts }, 12_922),
      happened('a', 'loot', now - hour, { items: [{ id: 12_922 }], source: 'Zulrah', killCount: 612 }),
      held('a', 'collection-log', now - 3 * hour, {
        items: [{ id: 4_151, quantity: 2 }],
      }),
      held('a', 'quest-points', now - 2 * hour, { completed: 259, total: 330 }),
      held('a', 'pets', now - 2 * hour, {
        pets: [{ id: 12_921, name: 'Pet snakeling' }],
      }),
      happened('a', 'QUEST', now - hour, {
        completedQuests: 141,
        totalQuests: 177,
      }),
      happened('a', 'PET', now - hour, { petName: 'Pet snakeling' }),
      held('hidden', 'quest-points', now - hour, { completed: 1, total: 330 }),
    ],
  }),
);

function happened(account: string, type: string, at: number, extra: object, item_id: number | null = null) {
  const data = JSON.stringify({ type, extra });
  return {
    ...gameEvent(account, { type, occurred_at: at, item_id, data }),
    appendTime: at,
  };
}

function held(account: string, name: HoldingName, at: number, content: object): TimedEvent {
  const definition: EventDefinition = holdings[name];
  return {
    ...newEvent(definition, { subject: account, source: 'dink', part: name }, { at, ...content }),
    appendTime: at,
  };
}

const share = (category: 'activity' | 'events', audience: 'private' | 'guild') =>
  guild().appendMembership(given.sharing('a', { category, audience, with: [] }));
const unknown = {
  quantity: null,
  obtained_at: null,
  source: null,
  kill_count: null,
};
const fang = {
  ...unknown,
  id: 12_922,
  name: 'Tanzanite fang',
  obtained_at: iso(now - hour),
  source: 'Zulrah',
  kill_count: 612,
};
const whip = { ...unknown, id: 4_151, name: null, quantity: 2 };
const account = { id: 'a', name: 'Quillon Fen' };

// rules/achievements.md#collection-log
test('the collection log has items newest first, and counts of the game', async () => {
  const log = {
    account,
    completed: 733,
    total: 1_690,
    updated_at: iso(now - hour),
  };
  expect(await guild().data('/accounts/a/collection-log')).toEqual({
    ...log,
    items: [fang, whip],
  });
  expect(await guild().data('/accounts/a/collection-log?limit=1')).toEqual({
    ...log,
    items: [fang],
  });
  const [, csv] = await guild().text('/accounts/a/collection-log?format=csv');
  expect(csv.split('\r\n').slice(1)).toEqual([
    `a,Quillon Fen,12922,Tanzanite fang,,${iso(now - hour)},Zulrah,612`,
    'a,Quillon Fen,4151,,2,,,',
    '',
  ]);
});

// rules/achievements.md#progress
test('progress has the quests and diaries of a message of Group Ironmen, by name and by area', async () => {
  const { quests: states, diary_vars: variables } = JSON.parse(reportFixture('gim-update-full'));
  const { data } = await openTestApi({
    history: [
      held('a', 'quests', now - 2 * hour, { states }),
      held('a', 'diaries', now - hour, { variables }),
    ],
  });
  const { quests, diaries } = await data('/accounts/a/progress');
  const finished = states.filter((state: number) => state === 2).length;
  expect(quests).toMatchObject({ points: null, completed: finished, total: 211 });
  expect(quests.updated_at).toBe(iso(now - 2 * hour));
  expect(quests.states).toHaveLength(211);
  expect(quests.states.slice(3, 6)).toEqual([
    { name: "Alfred Grimhand's Barcrawl", state: 'not_started' },
    { name: 'Bear Your Soul', state: 'finished' },
    { name: 'Below Ice Mountain', state: 'started' },
  ]);
  expect(diaries).toMatchObject({ total: 48, tasks_total: 492, updated_at: iso(now - hour) });
  const [ardougne, , , , , karamja] = diaries.areas;
  expect(ardougne).toEqual({
    area: 'Ardougne',
    tiers: [
      { tier: 'easy', completed: 10, total: 10 },
      { tier: 'medium', completed: 12, total: 12 },
      { tier: 'hard', completed: 11, total: 12 },
      { tier: 'elite', completed: 8, total: 8 },
    ],
  });
  expect(karamja.tiers.map(({ completed }: { completed: number }) => completed)).toEqual([6, 12, 6, 5]);
});

// rules/achievements.md#progress
test('progress has the counts of logins and of events, and null for what was never sent', async () => {
  expect(await guild().data('/accounts/a/progress')).toEqual({
    account,
    quests: {
      points: 259,
      completed: 141,
      total: 177,
      states: null,
      updated_at: iso(now - hour),
    },
    ...{ diaries: null, combat_achievements: null, slayer: null },
    pets: [{ id: 12_921, name: 'Pet snakeling', obtained_at: iso(now - hour) }],
  });
});

test('everything is null when nothing was ever sent', async () => {
  const log = await guild().data('/accounts/b/collection-log');
  expect(log).toMatchObject({
    completed: null,
    total: null,
    updated_at: null,
    items: null,
  });
  expect(await guild().data('/accounts/b/progress')).toMatchObject({
    quests: null,
    pets: null,
  });
});

test('a reader without the category finds neither the collection log nor the progress', async () => {
  for (const path of ['collection-log', 'progress'])
    expect(await guild().text(`/accounts/hidden/${path}`)).toEqual([404, notFound]);
});

test('a reader without the category events sees only the progress that holdings say', async () => {
  await share('events', 'private');
  expect(await guild().text('/accounts/a/collection-log')).toEqual([404, notFound]);
  expect(await guild().data('/accounts/a/progress')).toMatchObject({
    quests: {
      points: 259,
      completed: null,
      total: null,
      updated_at: iso(now - 2 * hour),
    },
    pets: [{ id: 12_921, obtained_at: null }],
  });
  await share('events', 'guild');
});

test('a reader without the category activity sees only the UTC day of a report', async () => {
  await share('activity', 'private');
  const midnight = iso(Math.floor((now - hour) / day) * day);
  expect((await guild().data('/accounts/a/collection-log')).updated_at).toBe(midnight);
  expect((await guild().data('/accounts/a/progress')).quests.updated_at).toBe(midnight);
  await share('activity', 'guild');
});
