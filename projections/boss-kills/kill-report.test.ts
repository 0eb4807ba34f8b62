import { expect, test } from 'vitest';
import { type GameEvent, gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';
import { eventsOfFixture } from '../../test/support/events-of-fixture.ts';
import { killReportOf } from './kill-report.ts';

const reports = async (fixture: string) =>
  (await eventsOfFixture(fixture))
    .filter(({ type }) => type === gameEventRecorded.type)
    .map(({ data }) => killReportOf(data as GameEvent));

const zulrah = { name: 'Zulrah', boss: 'zulrah', bestMs: null };

test.each([
  ['dink-kill-count', { ...zulrah, kills: 600, bestMs: 56_400 }],
  ['dink-loot-npc', { ...zulrah, kills: 612 }],
  ['dink-loot-event-raid', { name: 'Tombs of Amascut', boss: 'tombs of amascut', kills: 88, bestMs: null }],
  ['dink-collection', { ...zulrah, kills: 612 }],
  // A player is no boss, a task is no kill count, and this entry names no source.
  ['dink-loot-player-pk', null],
  ['dink-slayer', null],
  ['ha-collection-log', null],
])('%s reports %o', async (fixture, expected) => {
  expect(await reports(fixture)).toEqual([expected]);
});

test.each([
  ['an event of a special world', { special_world: true }],
  ['a count that is no count', { data: '{"data":{"source":"Zulrah","killCount":"612"}}' }],
  ['a name that is no text', { data: '{"data":{"source":5,"killCount":612}}' }],
  ['an event with the type of a member of all objects', { type: 'constructor' }],
  ['the loot of a thief', { data: '{"data":{"source":"Elf","category":"PICKPOCKET","killCount":612}}' }],
])('%s reports nothing', (_, some) => {
  const data = '{"data":{"source":"Zulrah","killCount":612}}';
  const event = { type: 'loot', special_world: false, data, ...some } as GameEvent;
  expect(killReportOf(event)).toBeNull();
});
