import type { VisibleAccount } from '../../../../projections/access/visibility/reader.ts';
import {
  findAccountsWithPoints,
  type MinutePoint,
  readPoints,
  readPointTimesOf,
} from '../../../../projections/location-trail/queries/read-points.ts';
import {
  findAccountsWithTiles,
  readMinutesOf,
  readTileCounts,
  readWalkedMinutes,
  type WalkedMinute,
} from '../../../../projections/tile-trail/queries/read-walked-minutes.ts';
import { minuteMs, minuteOf } from '../../../../shared/domain/durations.ts';
import { unpackTiles } from '../../../../shared/domain/pack-tiles.ts';
import type { TrailTile } from '../../../../shared/domain/walked-tiles.ts';
import type { QuotedSchema } from '../../../../shared/postgres/quoted-schema.ts';
import { type HistorySources, liveSchema } from '../history-sources.ts';
import { type TrailPlan, trailText } from '../trail.ts';
import { findCuts, type PointLimits, type TrailCounts, type TrailCut } from './cut-trails.ts';
import { createPointWriter } from './tile-text.ts';

interface TilePlan {
  readonly points: TrailPlan;
  /** The whole answer is read from one generation of each projection. */
  readonly schema: QuotedSchema;
  /** Epoch ms. Older tiles are not served. */
  readonly tilesFrom: number;
}

const tileLimits: PointLimits = { ofTrail: 20_000, ofAnswer: 100_000 };

interface Trail {
  readonly account: VisibleAccount;
  /** With commas, oldest first. Reads the database while it is iterated. */
  readonly points: AsyncGenerator<string>;
  /** Further members, with a comma in front. */
  readonly more: string;
}

/**
 * In the order of the accounts. Trails of tiles lack the oldest points above `tileLimits`.
 * @throws ApiError 503 while an upgrade builds the tables of tiles
 */
export async function* readTrails(
  history: HistorySources,
  accounts: readonly VisibleAccount[],
  points: TrailPlan,
  { detail, now }: { readonly detail: 'tile' | undefined; readonly now: number },
): AsyncGenerator<Trail> {
  if (detail === undefined) {
    for (const account of accounts)
      yield { account, points: trailText(history, account.account.id, points), more: '' };
    return;
  }
  const { sql } = history;
  const { from, to } = points.range;
  const schema = liveSchema(history, 'tile-trail');
  const plan = { points, schema, tilesFrom: Math.max(from, now - history.tileRetentionMs) };
  const accountIds = accounts.map(({ account }) => account.id);
  const range = { trails: accounts.length, from: minuteOf(from), to: Math.ceil(to / minuteMs) };
  const cuts = await findCuts(countsOf(sql, accountIds, plan), range, tileLimits);
  for (const [index, cut] of cuts.entries()) {
    const account = accounts[index];
    if (account === undefined) continue;
    const text = tilesText(sql, account.account.id, plan, cut);
    yield { account, points: text, more: `,"truncated":${cut.isTruncated}` };
  }
}

/** A minute has its tiles, or without tiles its only known point. */
function countsOf(sql: HistorySources['sql'], accountIds: readonly string[], plan: TilePlan): TrailCounts {
  const { points, schema, tilesFrom } = plan;
  const { to } = points.range;
  const trailOf = new Map(accountIds.map((id, index) => [id, index]));
  /** Minutes partly outside the range: their tiles are read, not only counted. */
  const edges = [minuteOf(tilesFrom), minuteOf(to)];

  async function timesIn(minutes: readonly number[]): Promise<ReadonlyMap<string, readonly number[]>> {
    const found = await readMinutesOf(sql, schema, { accountIds, minutes });
    return new Map(found.map((each) => [nameOf(each), servedTilesOf(plan, each).map(({ at }) => at)]));
  }

  async function countsIn(from: number, until: number) {
    const counts = new Map<number, number[]>();
    const ofMinute = (minute: number) => {
      const known = counts.get(minute) ?? Array<number>(accountIds.length).fill(0);
      counts.set(minute, known);
      return known;
    };
    const minutes = { accountIds, from: Math.max(from, minuteOf(tilesFrom)), to: until };
    const [tiles, atEdges, times] = await Promise.all([
      readTileCounts(sql, schema, minutes),
      timesIn(edges.filter((minute) => minute >= from && minute < until)),
      readPointTimesOf(sql, points.schema, {
        accountIds,
        ...points.range,
        fromMinute: from,
        toMinute: until,
      }),
    ]);
    for (const { accountId, minute } of times) ofMinute(minute)[trailOf.get(accountId) ?? 0] = 1;
    for (const each of tiles) {
      const exact = atEdges.get(nameOf(each))?.length ?? each.count;
      ofMinute(each.minute)[trailOf.get(each.accountId) ?? 0] = exact;
    }
    return counts;
  }

  return {
    countsIn,
    timesIn: async (minute) => {
      const inMinute = { accountIds, ...points.range, fromMinute: minute, toMinute: minute + 1 };
      const [tiles, times] = await Promise.all([
        timesIn([minute]),
        readPointTimesOf(sql, points.schema, inMinute),
      ]);
      return accountIds.map(
        (accountId) =>
          tiles.get(nameOf({ accountId, minute })) ??
          times.filter((point) => point.accountId === accountId).map(({ at }) => at),
      );
    },
    hasPointsIn: async (from, until) => {
      const minutes = { accountIds, from: Math.max(from, minuteOf(tilesFrom)), to: until };
      const inMinutes = { accountIds, ...points.range, fromMinute: from, toMinute: until };
      const [walked, known] = await Promise.all([
        findAccountsWithTiles(sql, schema, minutes),
        findAccountsWithPoints(sql, points.schema, inMinutes),
      ]);
      const having = new Set([...walked, ...known]);
      return accountIds.map((id) => having.has(id));
    },
  };
}

const pageMinutes = 500;
const pieceCharsMin = 50_000;

/** Oldest first, from the cut on. */
async function* tilesText(
  sql: HistorySources['sql'],
  accountId: string,
  plan: TilePlan,
  cut: TrailCut,
): AsyncGenerator<string> {
  const { points, schema, tilesFrom } = plan;
  const toMinute = Math.ceil(points.range.to / minuteMs);
  const writer = createPointWriter();
  let { skipped } = cut;
  for (let from: number | null = cut.minute; from !== null; ) {
    const limited = { accountId, limit: pageMinutes };
    const walked = { ...limited, from: Math.max(from, minuteOf(tilesFrom)), to: toMinute };
    const [minutes, lone] = await Promise.all([
      readWalkedMinutes(sql, schema, walked),
      readPoints(sql, points.schema, { ...limited, ...points.range, fromMinute: from }),
    ]);
    const last = Math.min(lastOf(minutes), lastOf(lone));
    for (const [minute, found] of byMinute(minutes, lone)) {
      if (minute > last) break;
      const served = 'packed' in found ? servedTilesOf(plan, found) : [found];
      writer.write(minute, skipped === 0 ? served : served.slice(skipped), 'packed' in found);
      skipped = 0;
      if (writer.length() > pieceCharsMin) yield writer.take();
    }
    from = last === Number.POSITIVE_INFINITY ? null : last + 1;
  }
  if (writer.length() > 0) yield writer.take();
}

/** Infinity for a page that is not full, which is the last page. */
function lastOf(page: readonly { readonly minute: number }[]): number {
  return page.length < pageMinutes ? Number.POSITIVE_INFINITY : (page.at(-1)?.minute ?? 0);
}

/** Oldest first. The tiles of a minute replace its only known point. */
function byMinute(
  minutes: readonly WalkedMinute[],
  lone: readonly MinutePoint[],
): readonly (readonly [number, WalkedMinute | MinutePoint])[] {
  const found = new Map<number, WalkedMinute | MinutePoint>();
  for (const point of lone) found.set(point.minute, point);
  for (const walked of minutes) found.set(walked.minute, walked);
  return [...found].sort(([left], [right]) => left - right);
}

function servedTilesOf({ points, tilesFrom }: TilePlan, each: WalkedMinute): TrailTile[] {
  const { to } = points.range;
  const tiles = unpackTiles(each.minute, each.packed);
  const isWhole = each.minute > minuteOf(tilesFrom) && each.minute < minuteOf(to);
  return isWhole ? tiles : tiles.filter(({ at }) => at >= tilesFrom && at < to);
}

function nameOf({ accountId, minute }: { readonly accountId: string; readonly minute: number }): string {
  return `${accountId} ${minute}`;
}
