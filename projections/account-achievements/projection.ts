import { highestCount } from '../../shared/domain/highest-count.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import { holdings } from '../../shared/events/holdings.ts';
import { type GameEvent, gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';
import { accountProjection } from '../../shared/projection/tables/account-projection.ts';
import { jsonColumn, keyedTable, type TableRow } from '../../shared/projection/tables/keyed-table.ts';
import { type ObtainedReport, type ReportedCounter, reportedAchievements } from './reported-achievements.ts';

const heldTypes = [
  holdings['collection-log'],
  holdings['collection-log-count'],
  holdings['combat-achievements'],
  holdings.quests,
  holdings.diaries,
  holdings['quest-count'],
  holdings['quest-points'],
  holdings['diary-count'],
  holdings['diary-tasks'],
  holdings.slayer,
  holdings.pets,
] as const;
export type HeldEvent = RecordedEventOf<(typeof heldTypes)[number]>;

/** Items and pets of an account that events may name: a client may invent names. */
export const loggedItemsMax = 4_000;

/**
 * The last record of each holding, by the type of its event. `completed` is the number of items of
 * a kept log, or the count of a counter. Times are epoch ms.
 */
const held = keyedTable({
  key: { type: 'text' },
  columns: {
    ...{ updated_at: 'int8', completed: 'int4?' },
    content: jsonColumn<Omit<HeldEvent['data'], 'at'>>(),
  },
});

/** The highest counts that events show; `updated_at` is the earliest time of the count. */
const counter = keyedTable({
  key: { counter: 'text' },
  columns: { value: 'int4', total: 'int4?', updated_at: 'int8', lower_since: 'int8?' },
});
type Counter = TableRow<typeof counter>;

/** `obtained_at` is the earliest time of an event; null for a pet that the player had before. */
export const obtainedItem = keyedTable({
  key: { kind: 'text', compared_name: 'text', item_id: 'int4' },
  columns: { name: 'text?', obtained_at: 'int8?', source: 'text?', kill_count: 'int4?' },
});
type Obtained = TableRow<typeof obtainedItem>;
const account = keyedTable({ key: {}, columns: { obtained: 'int4' } });

/**
 * Collection log, quests, diaries, combat tasks, slayer and pets. Holdings and events have separate
 * tables, because their streams have no common order, and because readers without `events` see only
 * holdings (rules/achievements.md#progress). Events of special worlds do not count.
 */
export const achievementsProjection = accountProjection({
  name: 'account-achievements',
  version: { shape: 2, logic: 2 },
  events: [gameEventRecorded, ...heldTypes],
  tables: { held, counter, obtained: obtainedItem, account },
  migrations: new URL('./migrations/', import.meta.url),
  keysOf: {
    held: (event) => (isGameEvent(event) ? [] : [{ type: event.type }]),
    counter: (event) => (isGameEvent(event) ? [...reportedAchievements(event.data).counters] : []),
    obtained: (event) => {
      const report = isGameEvent(event) ? reportedAchievements(event.data).obtained : null;
      return report === null ? [] : [report];
    },
  },
  evolve: (rows, event) => {
    if (!isGameEvent(event)) {
      const { at: updated_at, ...content } = event.data;
      return { held: [{ type: event.type, updated_at, completed: completedOf(content), content }] };
    }
    const { data, recordTime } = event;
    const { counters, obtained: report } = reportedAchievements(data);
    const counted = counters.map((each) => withCounter(rows.counter.get(each), each, data, recordTime));
    if (report === null) return { counter: counted };
    const known = rows.obtained.get(report);
    const number = rows.account.get({})?.obtained ?? 0;
    if (known === null && number >= loggedItemsMax) return { counter: counted };
    return {
      counter: counted,
      obtained: [withObtained(known, report, data.occurred_at)],
      account: known === null ? [{ obtained: number + 1 }] : [],
    };
  },
});

function completedOf(content: object): number | null {
  const { items, completed } = content as { items?: readonly unknown[]; completed?: number };
  return items?.length ?? completed ?? null;
}

function isGameEvent(
  event: HeldEvent | RecordedEventOf<typeof gameEventRecorded>,
): event is RecordedEventOf<typeof gameEventRecorded> {
  return event.type === gameEventRecorded.type;
}

function withCounter(
  known: Counter | null,
  { counter, value, total }: ReportedCounter,
  { occurred_at: at }: GameEvent,
  recordTime: number,
): Counter {
  const before =
    known === null ? null : { count: known.value, at: known.updated_at, lowerSince: known.lower_since };
  const after = highestCount(before, { count: value, at }, recordTime);
  return {
    counter,
    value: after.count,
    total: after.count === value ? (total ?? known?.total ?? null) : (known?.total ?? null),
    updated_at: after.at,
    lower_since: after.lowerSince,
  };
}

function withObtained(known: Obtained | null, report: ObtainedReport, at: number): Obtained {
  const { kind, compared_name, item_id } = report;
  const times = [known?.obtained_at ?? null, report.isFirst ? at : null].filter((time) => time !== null);
  const counts = [known?.kill_count ?? null, report.kill_count].filter((count) => count !== null);
  return {
    ...{ kind, compared_name, item_id },
    name: known?.name ?? report.name,
    obtained_at: times.length === 0 ? null : Math.min(...times),
    source: known?.source ?? report.source,
    kill_count: counts.length === 0 ? null : Math.max(...counts),
  };
}
