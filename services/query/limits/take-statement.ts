import { hash } from 'node:crypto';
import { accessEpochSql } from '../../../projections/access/directory/access-epoch.ts';
import type { Statement } from '../../../shared/postgres/database.ts';
import type { LimitDecision, Window, WindowState } from './rate-limiter.ts';

/** One request's question to the store. */
export interface LimitAsk {
  readonly windows: readonly Window[];
  /** Whether it is to be counted when all windows have room. */
  readonly records: boolean;
}

/** What `takeStatement` answers: for each ask, and for each window of each ask. */
export interface TakeRow {
  readonly allowed: readonly boolean[];
  readonly counts: readonly number[];
  readonly resets: readonly number[];
  /** Null while `access` has no live generation. */
  readonly epoch: number | null;
}

/** The statement that answers all of the asks, in their order. @param now microseconds; null for the store's clock */
export function takeStatement(asks: readonly LimitAsk[], now: number | null): Statement {
  const indexes = new Map<string, number>();
  const widths: number[] = [];
  const entries = asks.flatMap(({ windows }, ask) =>
    windows.map((window) => {
      const id = storedId(window);
      const index = indexes.get(id) ?? indexes.size + 1;
      if (!indexes.has(id)) widths.push(window.windowMs * 1_000);
      indexes.set(id, index);
      return { ask: ask + 1, index, limit: window.limit };
    }),
  );
  return {
    text: `
      select taken.allowed, taken.counts, taken.resets, ${accessEpochSql} as epoch
      from hub.take_requests($1, $2, $3, $4, $5, $6, $7) as taken`,
    values: [
      [...indexes.keys()],
      widths,
      asks.map(({ records }) => records),
      entries.map(({ ask }) => ask),
      entries.map(({ index }) => index),
      entries.map(({ limit }) => limit),
      now,
    ],
    name: 'limits-take',
  };
}

/** What each ask hears. */
export function readTaken(asks: readonly LimitAsk[], { allowed, counts, resets }: TakeRow): LimitDecision[] {
  let entry = 0;
  return asks.map(({ windows }, ask) => ({
    allowed: allowed[ask] === true,
    states: windows.map((window): WindowState => {
      const count = counts[entry] ?? 0;
      const resetSeconds = resets[entry] ?? 1;
      entry += 1;
      return {
        full: count >= window.limit,
        limit: window.limit,
        remaining: Math.max(0, window.limit - count),
        resetSeconds,
      };
    }),
  }));
}

/** Addresses do not belong at rest in clear, nor in a dump; whoever has the table can still try them all, for two minutes. */
function storedId({ of, id, windowMs }: Window): string {
  return hash('sha256', `${of} ${windowMs} ${id}`, 'base64').slice(0, 22);
}
