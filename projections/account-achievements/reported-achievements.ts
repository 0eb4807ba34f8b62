import { integerWithinOrNull } from '../../shared/domain/integers.ts';
import { quantityMax } from '../../shared/domain/item.ts';
import { searchedName, searchedNameLengthMax } from '../../shared/domain/searched-name.ts';
import { storableText } from '../../shared/domain/text.ts';
import { type Payload, payloadOf } from '../../shared/events/event-payload.ts';
import type { HoldingName } from '../../shared/events/holdings.ts';
import type { GameEvent } from '../../shared/events/types/game-event-recorded.ts';

export interface ReportedCounter {
  /** The holding that has the counter too. */
  readonly counter: HoldingName;
  readonly value: number;
  readonly total: number | null;
}

/** An item of the collection log, or a pet. */
export interface ObtainedReport {
  readonly kind: 'item' | 'pet';
  /** As it is compared; empty without a name. */
  readonly compared_name: string;
  /** 0 when the plugin does not know the id. */
  readonly item_id: number;
  readonly name: string | null;
  /** False for a pet that the player had before. */
  readonly isFirst: boolean;
  readonly source: string | null;
  readonly kill_count: number | null;
}

export interface ReportedAchievements {
  readonly counters: readonly ReportedCounter[];
  readonly obtained: ObtainedReport | null;
}

const none: ReportedAchievements = { counters: [], obtained: null };

/** The counters, and the item or pet, that an event of a normal world reports. */
export function reportedAchievements(event: GameEvent): ReportedAchievements {
  const read = Object.hasOwn(readers, event.type) ? readers[event.type] : undefined;
  return read === undefined || event.special_world ? none : read(payloadOf(event.data), event);
}

const readers: Readonly<Record<string, (sent: Payload, event: GameEvent) => ReportedAchievements>> = {
  collection_log: (sent, { item_id }) => ({
    counters: countersOf(['collection-log-count', sent.completedEntries, sent.totalEntries]),
    obtained: obtainedOf('item', textOf(sent.itemName), {
      item_id: item_id ?? 0,
      source: textOf(sent.dropperName),
      kill_count: countOf(sent.dropperKillCount ?? sent.killCount),
    }),
  }),
  PET: ({ petName, duplicate, previouslyOwned }) => ({
    counters: [],
    obtained: obtainedOf('pet', textOf(petName), { isFirst: duplicate !== true && previouslyOwned !== true }),
  }),
  QUEST: (sent) => ({
    counters: countersOf(
      ['quest-count', sent.completedQuests, sent.totalQuests],
      ['quest-points', sent.questPoints, sent.totalQuestPoints],
    ),
    obtained: null,
  }),
  achievement_diary: (sent) => ({
    counters: countersOf(
      ['diary-count', sent.total, null],
      ['diary-tasks', sent.tasksCompleted, sent.tasksTotal],
    ),
    obtained: null,
  }),
  combat_task: (sent) => ({
    counters: countersOf(['combat-achievements', sent.totalPoints, sent.totalPossiblePoints]),
    obtained: null,
  }),
};

function countersOf(
  ...sent: readonly (readonly [counter: HoldingName, value: unknown, total: unknown])[]
): ReportedCounter[] {
  return sent.flatMap(([counter, sentValue, total]) => {
    const value = countOf(sentValue);
    return value === null ? [] : { counter, value, total: countOf(total) };
  });
}

function obtainedOf(
  kind: ObtainedReport['kind'],
  name: string | null,
  more: Partial<ObtainedReport>,
): ObtainedReport | null {
  if (name === null && (more.item_id ?? 0) === 0) return null;
  const unknown = { item_id: 0, isFirst: true, source: null, kill_count: null };
  return { kind, compared_name: searchedName(name ?? ''), name, ...unknown, ...more };
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? storableText(value, searchedNameLengthMax).trim() : '';
  return text === '' ? null : text;
}

function countOf(value: unknown): number | null {
  return integerWithinOrNull(value, 0, quantityMax);
}
