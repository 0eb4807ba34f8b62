import type { AnswerOf, CsvPath } from '../../../../shared/client/api.ts';
import { dayMs } from '../../../../shared/domain/durations.ts';
import { inPeriod, periodMs, periods } from '../common/period.ts';
import { amountColumn, numberColumn, timeColumn } from '../common/table/columns.tsx';
import type { Column } from '../common/table/data-table.tsx';
import { exactAmount, untilUtcDay } from '../common/text/format.ts';
import type { ApiKeyCategory } from '../read-api/use-key-rights.ts';

export const metrics = ['gains', 'levels', 'records', 'kills', 'collection_log', 'drops'] as const;
export type Metric = (typeof metrics)[number];
export const ranges = [...periods, 'all_time'] as const;
/** The board of drops ranks either. */
export const dropGroups = ['players', 'items'] as const;
type Range = (typeof ranges)[number];

type BoardPath = Exclude<`/leaderboards/${string}` & CsvPath, '/leaderboards/bosses'>;
/** The board of accounts, or the items of all drops. */
type DataOf<Path> = Path extends CsvPath ? Extract<AnswerOf<Path>, { data: unknown }>['data'] : never;
export type BoardData = DataOf<BoardPath>;
/** Has either the accounts or the items. */
export type LootData = Extract<BoardData, { readonly items?: unknown }>;
export type RankedBoard = Exclude<BoardData, LootData>;

export interface BoardChoice {
  readonly metric: Metric;
  readonly skill: string;
  readonly boss: string;
  readonly by: (typeof dropGroups)[number];
  readonly range: Range;
  /** ISO-8601 or empty, the ends of `all_time`. */
  readonly from: string;
  readonly to: string;
  /** The account whose neighbours are wanted. */
  readonly around: string | undefined;
}

interface Board {
  readonly path: BoardPath;
  readonly category: ApiKeyCategory;
  readonly ranges?: readonly Range[];
  readonly title: (choice: BoardChoice) => string;
  readonly parameters: (choice: BoardChoice) => object;
  /** @param total the items of the game's collection log; null when unknown */
  readonly columns: (choice: BoardChoice, total: number | null) => readonly Column<RankedValue>[];
  /** The part of an account that has the same numbers. */
  readonly below: (choice: BoardChoice) => string;
  readonly whenEmpty: string;
}

export interface RankedValue {
  readonly rank: number;
  readonly account: { readonly id: string; readonly name: string };
  readonly value: number;
  /** ISO-8601; null when it is unknown. */
  readonly at: string | null;
}

const gained = amountColumn<RankedValue>('Gained', 'xp', ({ value }) => value, true);
const count = (title: string) => numberColumn<RankedValue>(title, ({ value }) => value);
const reached = timeColumn<RankedValue>('Reached', ({ at }) => at);
const lastKill = timeColumn<RankedValue>('Last count', ({ at }) => at);
const daysOf = (range: Range): Column<RankedValue> => ({
  title: 'Days in UTC',
  isNumber: true,
  cell: ({ at }) => at !== null && range !== 'all_time' && untilUtcDay(at, periodMs[range] / dayMs),
});
const logged = (total: number | null) =>
  numberColumn<RankedValue>(
    'Items',
    ({ value }) => value,
    (value) => exactAmount(value) + (total === null ? '' : ` of ${exactAmount(total)}`),
  );
const rowsMax = 100;

export const leaderboards: Readonly<Record<Metric, Board>> = {
  gains: {
    ...{ path: '/leaderboards/gains', category: 'stats', ranges, columns: () => [gained] },
    title: ({ skill, range }) => `${skill} xp gained${textOfRange(range)}`,
    parameters: (choice) => ({ skill: choice.skill, ...rangeOf(choice), ...sizeOf(choice) }),
    below: ({ skill, range }) =>
      `?${new URLSearchParams({ skill, ...(range !== 'all_time' && { gains: range }) })}`,
    whenEmpty: 'Nobody gained xp in this period. A longer period may show gains.',
  },
  levels: {
    ...{ path: '/leaderboards/levels', category: 'stats', columns: () => [count('Level'), reached] },
    title: ({ skill }) => `${skill} levels`,
    parameters: (choice) => ({ skill: choice.skill, ...sizeOf(choice) }),
    below: ({ skill }) => `?${new URLSearchParams({ skill })}`,
    whenEmpty: 'No plugin has sent the level of this skill yet.',
  },
  records: {
    ...{ path: '/leaderboards/records', category: 'stats', columns: ({ range }) => [gained, daysOf(range)] },
    ranges: ['day', 'week', 'month'],
    title: ({ skill, range }) => `Best ${skill} gains of a ${range}`,
    parameters: (choice) => ({ skill: choice.skill, period: choice.range, ...sizeOf(choice) }),
    below: () => '/records',
    whenEmpty: 'Nobody gained xp in this skill since the first report. Another skill may have gains.',
  },
  kills: {
    ...{ path: '/leaderboards/kills', category: 'events', ranges, columns: () => [count('Kills'), lastKill] },
    title: ({ boss, range }) => `Kills of ${boss}${textOfRange(range)}`,
    parameters: (choice) => ({ boss: choice.boss, ...rangeOfKills(choice), ...sizeOf(choice) }),
    below: ({ range }) => `/kills${inRange(range)}`,
    whenEmpty: 'No plugin has sent kills of this boss in this time.',
  },
  collection_log: {
    ...{
      path: '/leaderboards/collection-log',
      category: 'events',
      columns: (_, total) => [logged(total), reached],
    },
    title: () => 'Collection logs',
    parameters: sizeOf,
    below: () => '/collection-log',
    whenEmpty: 'No plugin has sent a collection log yet. A player opens the log in the game.',
  },
  drops: {
    ...{ path: '/leaderboards/loot', category: 'events', ranges, columns: () => [] },
    title: ({ by, range }) => `Drops by ${by === 'items' ? 'item' : 'player'}${textOfRange(range)}`,
    parameters: (choice) => {
      const group = choice.by === 'items' ? { group: 'item' } : { group: 'account', around: choice.around };
      return { ...group, limit: 50, ...rangeOf(choice) };
    },
    below: ({ range }) => `/drops${inRange(range)}`,
    whenEmpty: 'There were no valuable drops in this period. A longer period may show drops.',
  },
};

export const textOfRange = (range: Range) =>
  range === 'all_time' ? '' : range === 'day' ? ' today' : ` in a ${range}`;

const inRange = (range: Range) => (range === 'all_time' ? '' : `?range=${range}`);

function sizeOf({ around }: BoardChoice) {
  return { limit: rowsMax, around };
}

export type RangeChoice = Pick<BoardChoice, 'range' | 'from' | 'to'>;

/** Without an end, the API also counts the 5 minutes of now, which a `to` of now cuts off. */
function rangeOf({ range, from, to }: RangeChoice) {
  if (range !== 'all_time') return inPeriod(range);
  if (to === '') return { from: from === '' ? firstInstant : from };
  return { from: from === '' ? undefined : from, to };
}

const firstInstant = new Date(0).toISOString();

/** The whole count has no range, because a range leaves out the kills before the first report. */
export function rangeOfKills(choice: RangeChoice) {
  return isWholeTime(choice) ? {} : rangeOf(choice);
}

/** The range for `useBosses`. The whole time is the same answer as no range. */
export function bossesOf(choice: RangeChoice) {
  return [isWholeTime(choice) ? {} : choice, () => rangeOfKills(choice)] as const;
}

function isWholeTime({ range, from, to }: RangeChoice): boolean {
  return range === 'all_time' && from === '' && to === '';
}

/** The first entries, and the neighbours of an account that is further below. */
export function rowsOf(data: RankedBoard): readonly RankedValue[] {
  const { entries = [], around = [] } = 'leaderboards' in data ? (data.leaderboards[0] ?? {}) : data;
  const rows = [...entries, ...around].map((entry): RankedValue => {
    return 'gain' in entry ? { ...entry, value: entry.gain, at: null } : entry;
  });
  const byRank = new Map(rows.map((row) => [row.rank, row]));
  return [...byRank.values()].sort((one, other) => one.rank - other.rank);
}
