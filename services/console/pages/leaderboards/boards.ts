import type { AnswerOf, CsvPath, HubEvent } from '../../../../shared/client/api.ts';
import { periods } from '../common/period.ts';
import type { ApiKeyCategory } from '../read-api/use-key-rights.ts';

export const metrics = ['gains', 'levels', 'records', 'kills', 'collection_log', 'drops'] as const;
export type Metric = (typeof metrics)[number];

/** The path, and the category that the board needs. */
const boards = {
  gains: ['/leaderboards/gains', 'stats'],
  levels: ['/leaderboards/levels', 'stats'],
  records: ['/leaderboards/records', 'stats'],
  kills: ['/leaderboards/kills', 'events'],
  collection_log: ['/leaderboards/collection-log', 'events'],
  drops: ['/leaderboards/loot', 'events'],
} as const satisfies Record<Metric, readonly [CsvPath, ApiKeyCategory]>;

type PathOf<Each> = Each extends Metric ? (typeof boards)[Each][0] : never;
export type BoardPath = PathOf<Metric>;
type DataOf<Path> = Path extends CsvPath
  ? AnswerOf<Path> extends { data: infer Data }
    ? Data
    : never
  : never;
export type BoardData = DataOf<BoardPath>;

const allTime = 'all_time';
export const ranges = [...periods, allTime] as const;
const recordPeriods = ['day', 'week', 'month'] as const;

/** The ranges of a board; undefined for a board without ranges. */
export function rangesOf(metric: Metric): readonly (typeof ranges)[number][] | undefined {
  if (metric === 'records') return recordPeriods;
  return metric === 'gains' || metric === 'drops' ? ranges : undefined;
}

export interface BoardChoice {
  readonly metric: Metric;
  readonly skill: string;
  readonly boss: string;
  readonly range: (typeof ranges)[number];
  /** ISO-8601 or empty, the ends of `all_time`. */
  readonly from: string;
  readonly to: string;
  readonly isByItem: boolean;
  /** The account whose neighbours are wanted. */
  readonly around: string | undefined;
}

interface BoardRequest {
  readonly path: BoardPath;
  readonly category: ApiKeyCategory;
  /** @param now epoch ms, the end of a range without an end */
  readonly parameters: (now: number) => Readonly<Record<string, unknown>>;
}

const rowsMax = 100;
const dropsMax = 50;

/** The hub answers no neighbours of an account between items. */
export function boardRequest(choice: BoardChoice): BoardRequest {
  const { metric, skill, boss, isByItem, around } = choice;
  const [path, category] = boards[metric];
  const ofMetric: Readonly<Record<Metric, (now: number) => object>> = {
    gains: (now) => ({ skill, ...rangeOf(choice, now) }),
    levels: () => ({ skill }),
    records: () => ({ skill, period: choice.range }),
    kills: () => ({ boss }),
    collection_log: () => ({}),
    drops: (now) => ({ ...rangeOf(choice, now), group: isByItem ? 'item' : undefined }),
  };
  const isOfItems = metric === 'drops' && isByItem;
  return {
    path,
    category,
    parameters: (now) => ({
      ...ofMetric[metric](now),
      limit: metric === 'drops' ? dropsMax : rowsMax,
      around: isOfItems ? undefined : around,
    }),
  };
}

function rangeOf({ range, from, to }: BoardChoice, now: number) {
  if (range !== allTime) return { period: range };
  return { from: from === '' ? undefined : from, to: to === '' ? now : to };
}

export interface ShownRow {
  readonly rank: number;
  readonly account: { readonly id: string; readonly name: string };
  readonly value: number;
  /** ISO-8601; null when it is unknown. */
  readonly at: string | null;
  /** Null on a board without drops. */
  readonly event: HubEvent | null;
}

type Entry = { readonly rank: number } & (
  | { readonly event: HubEvent }
  | ({ readonly account: ShownRow['account'] } & (
      | { readonly gain: number }
      | { readonly value: number; readonly at: string | null }
    ))
);

/** The first entries, and the neighbours of an account that is further below. */
export function rowsOf(data: BoardData): readonly ShownRow[] {
  const board: { readonly entries?: readonly Entry[]; readonly around?: readonly Entry[] | undefined } =
    'leaderboards' in data ? (data.leaderboards[0] ?? {}) : data;
  const { entries = [], around = [] } = board;
  const ranks = new Set(entries.map(({ rank }) => rank));
  return [...entries, ...around.filter(({ rank }) => !ranks.has(rank))]
    .map((entry) => {
      const { rank } = entry;
      if ('event' in entry) {
        const { event } = entry;
        return { rank, account: event.account, value: event.value_gp ?? 0, at: event.occurred_at, event };
      }
      const { account } = entry;
      if ('gain' in entry) return { rank, account, value: entry.gain, at: null, event: null };
      return { rank, account, value: entry.value, at: entry.at, event: null };
    })
    .sort((one, other) => one.rank - other.rank);
}

const spans: Readonly<Record<(typeof recordPeriods)[number], string>> = {
  day: 'a day',
  week: '7 days',
  month: '30 days',
};

export function boardTitle({ metric, skill, boss, range, isByItem }: BoardChoice): string {
  const titles: Readonly<Record<Metric, string>> = {
    gains: `${skill} xp gained`,
    levels: `${skill} levels`,
    records: `Best ${skill} gains of ${spans[range as keyof typeof spans] ?? range}`,
    kills: boss === '' ? 'Kills' : `Kills of ${boss}`,
    collection_log: 'Collection logs',
    drops: isByItem ? 'Drops by item' : 'Most valuable drops',
  };
  return titles[metric];
}
