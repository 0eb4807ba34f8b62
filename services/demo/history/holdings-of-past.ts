import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';
import { type NewEvent, newEvent } from '../../../shared/events/event.ts';
import { holdings } from '../../../shared/events/holdings.ts';
import { detailsOf, gameEventRecorded } from '../../../shared/events/types/game-event-recorded.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { eventIdOf } from '../../ingest/facts/event-id.ts';
import { combatTasks, pointsByTier } from '../game/achievements.ts';
import { monsters } from '../game/bestiary.ts';
import { bosses } from '../game/bosses.ts';
import { findItem } from '../game/items.ts';
import { daysMax, earlierKillsOf } from '../play/earlier-kills.ts';
import { diaryVariablesAt, listProgress } from '../play/list-progress.ts';
import type { SavedCharacter, SavedCharacters } from '../play/saved-character.ts';
import { historySource } from './history-translator.ts';

interface NamedAccount {
  readonly id: string;
  readonly name: string | null;
}

/** The game's count of a log that was never opened has items that no plugin reported. */
const unknownItemsMax = 40;

/** Points of all tasks that a veteran has, besides the tasks of events. */
const combatPointsMax = 1_600;

/** Few players use only plugins that send counts. */
const withoutListsEvery = 16;

/**
 * The counters of a login, and the lists of quests and diaries, which the simulated plugin does not
 * send. Epoch ms.
 */
export function holdingsOfPast(
  accounts: readonly NamedAccount[],
  characters: SavedCharacters,
  at: number,
): TimedEvent[] {
  return accounts.flatMap(({ id: subject, name }, player) => {
    const character = characters[name ?? ''];
    if (character === undefined) return [];
    const { keptLog: kept, pets } = earlierKillsOf(name ?? '');
    const isLogKept = kept !== null;
    const items = [...keptLog(character), ...pets.map(({ id }) => ({ id, quantity: 1 }))].sort(
      (one, other) => one.id - other.id,
    );
    const share = listProgress(character.xp);
    const part = (total: number) => Math.round(share * total);
    const logged = items.length + (isLogKept ? 0 : (player * 7) % unknownItemsMax);
    const about = <Part extends string>(part: Part) => ({ subject, source: historySource, part }) as const;
    const progress = (completed: number, total: number) => ({ at, completed, total });
    return [
      newEvent(holdings['collection-log-count'], about('collection-log-count'), progress(logged, 1_690)),
      newEvent(holdings['quest-count'], about('quest-count'), progress(part(177), 177)),
      newEvent(holdings['quest-points'], about('quest-points'), progress(part(330), 330)),
      ...(player % withoutListsEvery === withoutListsEvery - 1
        ? [
            newEvent(holdings['diary-count'], about('diary-count'), progress(part(48), 48)),
            newEvent(holdings['diary-tasks'], about('diary-tasks'), progress(part(492), 492)),
          ]
        : [
            newEvent(holdings.quests, about('quests'), { at, states: questStatesOfPast(share) }),
            newEvent(holdings.diaries, about('diaries'), { at, variables: diaryVariablesAt(share) }),
          ]),
      newEvent(
        holdings['combat-achievements'],
        about('combat-achievements'),
        progress(part(combatPointsMax) + taskPoints(character), 2_672),
      ),
      newEvent(holdings.slayer, about('slayer'), { at, points: 120 + 40 * player, streak: 11 + 5 * player }),
      newEvent(holdings.pets, about('pets'), { at, pets: [...pets] }),
      ...(isLogKept ? [newEvent(holdings['collection-log'], about('collection-log'), { at, items })] : []),
    ].map((event) => ({ ...event, appendTime: at }));
  });
}

/** Points of the tasks whose events the hub has. */
function taskPoints({ tasks }: SavedCharacter): number {
  const done = combatTasks.filter(({ name }) => tasks.includes(name));
  return done.reduce((sum, { tier }) => sum + pointsByTier[tier], 0);
}

/** Quantities follow from the kills. */
function keptLog(character: SavedCharacter) {
  const quantityOf = (name: string) =>
    monsters.reduce((sum, monster) => {
      const drop = monster.drops.find(({ item }) => item === name);
      return drop === undefined ? sum : sum + (character.kills[monster.name]?.count ?? 0) / drop.oneIn;
    }, 0);
  return character.collected
    .flatMap((name) => findItem(name) ?? [])
    .map(({ id, name }) => ({ id, quantity: Math.max(1, Math.round(quantityOf(name))) }));
}

/**
 * Kill counts and the collection log from before the first login, which the simulated plugin does
 * not send. The ids follow from the account.
 * @param player the name
 * @param at epoch ms
 */
export function eventsOfPast(player: string, subject: string, at: number): TimedEvent[] {
  const { kills, log, pets } = earlierKillsOf(player);
  const entries = log.map(({ item, source, kills: killCount, agoMs }) => {
    const extra = { itemName: item.name, dropperName: source, killCount };
    return happened(subject, 'collection_log', { key: item.name, at: at - agoMs, extra, itemId: item.id });
  });
  const counts = bosses.flatMap(({ name }) => {
    const earlier = kills.get(name);
    return earlier === undefined ? [] : [killCount(subject, name, { ...earlier, at })];
  });
  const petEntries = pets.map(({ id, name }) => {
    const extra = { itemName: name };
    return happened(subject, 'collection_log', { key: name, at: at - daysMax * dayMs, extra, itemId: id });
  });
  return [...petEntries, ...entries, ...counts].map((event) => ({ ...event, appendTime: at }));
}

/**
 * The counts of bosses that characters killed between two states, each at the last kill.
 * @param everyKills only counts that passed a multiple of this number
 */
export function newKillCounts(
  accounts: readonly NamedAccount[],
  before: SavedCharacters,
  after: SavedCharacters,
  everyKills = 1,
): NewEvent[] {
  return accounts.flatMap(({ id, name }) =>
    bosses.flatMap(({ name: boss }) => {
      const [known, kills] = [before, after].map((state) => state[name ?? '']?.kills[boss]);
      const { count = 0, at = null, bestMs = 0 } = kills ?? {};
      const [passed, passedBefore] = [count, known?.count ?? 0].map((each) => Math.floor(each / everyKills));
      return at === null || passed === passedBefore ? [] : [killCount(id, boss, { count, at, bestMs })];
    }),
  );
}

function killCount(
  subject: string,
  boss: string,
  { count, at, bestMs }: { readonly count: number; readonly at: number; readonly bestMs: number },
): NewEvent {
  const personalBest = `PT${Math.floor(bestMs / minuteMs)}M${(bestMs % minuteMs) / 1_000}S`;
  const extra = { boss, count, personalBest };
  return happened(subject, 'KILL_COUNT', { key: `${boss} ${count}`, at, extra });
}

function happened(
  subject: string,
  type: string,
  event: { readonly key: string; readonly at: number; readonly extra: object; readonly itemId?: number },
): NewEvent {
  return newEvent(
    gameEventRecorded,
    { subject, source: historySource },
    {
      ...detailsOf({ item_id: event.itemId ?? null }),
      event_id: eventIdOf([subject, type, event.key]),
      type,
      occurred_at: event.at,
      special_world: false,
      data: JSON.stringify({ type, extra: event.extra }),
    },
  );
}

/** The number of RuneLite, July 2026. */
const questsInList = 211;
/** No divisor of the number of quests, so the finished quests are spread over the list. */
const spread = 83;
const startedQuests = 4;

/** As a plugin sends the quests. @param share finished, 0 to 1 */
function questStatesOfPast(share: number): number[] {
  const finished = Math.round(share * questsInList);
  return Array.from({ length: questsInList }, (_, place) => {
    const turn = (place * spread) % questsInList;
    if (turn < finished) return 2;
    return turn < finished + startedQuests ? 0 : 1;
  });
}
