import { hash } from 'node:crypto';
import { accessVersionSql } from '../../../projections/access/directory/read-directory.ts';
import type { Statement } from '../../../shared/postgres/database.ts';
import type { LimitDecision, Window, WindowState } from './rate-limiter.ts';

export interface LimitRequest {
  readonly windows: readonly Window[];
  /** Whether the request is counted in all windows, if all have room. */
  readonly records: boolean;
}

export interface TakeRow {
  /** For each request. */
  readonly allowed: readonly boolean[];
  /** For each window of each request. */
  readonly counts: readonly number[];
  readonly resets: readonly number[];
  /** Null while `access` has no live generation. */
  readonly version: number | null;
}

/** Decides the requests in their order. @param now microseconds; null for the database's clock */
export function takeStatement(requests: readonly LimitRequest[], now: number | null): Statement {
  const indexes = new Map<string, number>();
  const widths: number[] = [];
  const entries = requests.flatMap(({ windows }, request) =>
    windows.map((window) => {
      const id = storedId(window);
      const index = indexes.get(id) ?? indexes.size + 1;
      if (!indexes.has(id)) widths.push(window.windowMs * 1_000);
      indexes.set(id, index);
      return { request: request + 1, index, limit: window.limit };
    }),
  );
  return {
    text: `
      select taken.allowed, taken.counts, taken.resets, ${accessVersionSql} as version
      from hub.take_requests($1, $2, $3, $4, $5, $6, $7) as taken`,
    values: [
      [...indexes.keys()],
      widths,
      requests.map(({ records }) => records),
      entries.map(({ request }) => request),
      entries.map(({ index }) => index),
      entries.map(({ limit }) => limit),
      now,
    ],
    name: 'limits-take',
  };
}

export function readTaken(
  requests: readonly LimitRequest[],
  { allowed, counts, resets }: TakeRow,
): LimitDecision[] {
  let entry = 0;
  return requests.map(({ windows }, request) => ({
    allowed: allowed[request] === true,
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

/** Hashed, so that the table and a dump hold no readable address. */
function storedId({ of, id, windowMs }: Window): string {
  return hash('sha256', `${of} ${windowMs} ${id}`, 'base64').slice(0, 22);
}
