import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { LogUnavailable } from '../../../shared/errors/errors.ts';
import { type StreamName, streamDefinition } from '../../../shared/events/streams.ts';
import type { EventLog, LogEntry, LogRecord, ReadPosition } from '../../../shared/log/event-log.ts';
import { patient } from '../runner/patience.ts';
import { entry } from './log-entries.ts';
import { type Acknowledged, acknowledgements } from './log-records.ts';

/** Single records over all partitions of a stream, and a reader that follows. */
export interface LogLoad {
  readonly acknowledged: readonly Acknowledged[];
  /** How long each caller waited for the error that the log is unavailable. */
  readonly refusedAfterMs: readonly number[];
  /** Resolves when a record that is appended from now on was acknowledged. */
  untilAcknowledged(): Promise<void>;
  /** Between two acknowledgements. */
  longestSilenceMs(): number;
  /** Resolves when every caller was answered, and the reader has read to the end. */
  stop(): Promise<{ readonly followed: readonly LogRecord[] }>;
}

const acknowledgedWithinMs = 60_000;

export function startLogLoad(
  writers: readonly EventLog[],
  reader: EventLog,
  { stream, perSecond }: { readonly stream: StreamName; readonly perSecond: number },
): LogLoad {
  const acknowledged: Acknowledged[] = [];
  const refusedAfterMs: number[] = [];
  let refused: unknown = 'nothing';
  const underWay = new Set<Promise<void>>();
  const { partitions } = streamDefinition(stream);
  let written = false;
  let number = 0;
  let acknowledgedAt = performance.now();
  let longestSilenceMs = 0;

  async function append(log: EventLog, record: LogEntry): Promise<void> {
    const started = performance.now();
    try {
      acknowledged.push(...acknowledgements([record], await log.append([record])));
      longestSilenceMs = Math.max(longestSilenceMs, performance.now() - acknowledgedAt);
      acknowledgedAt = performance.now();
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      refusedAfterMs.push(performance.now() - started);
      refused = error;
    }
  }

  const timer = setInterval(() => {
    const log = writers[number % writers.length];
    const record = { ...entry(stream, 'a'), partition: number % partitions };
    number += 1;
    if (log === undefined) return;
    const appending = append(log, record).finally(() => underWay.delete(appending));
    underWay.add(appending);
  }, 1_000 / perSecond);
  const ending = new AbortController();
  const following = follow(reader, stream, {
    isWritten: () => written,
    mustSee: () => acknowledged.length,
    signal: ending.signal,
  });
  // After a failed test, the log that the reader reads is closed.
  onTestFinished(() => {
    clearInterval(timer);
    ending.abort();
  });

  return {
    acknowledged,
    refusedAfterMs,
    longestSilenceMs: () => longestSilenceMs,
    untilAcknowledged: async () => {
      const since = performance.now();
      while (acknowledgedAt < since) {
        if (performance.now() > since + patient(acknowledgedWithinMs)) {
          const counts = `${acknowledged.length} records before, ${refusedAfterMs.length} appends were refused`;
          throw new Error(`nothing was acknowledged in time: ${counts}, last by ${refused}`);
        }
        await sleep(5);
      }
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      written = true;
      return { followed: await following };
    },
  };
}

interface Following {
  readonly isWritten: () => boolean;
  /** A new leader may report an end below acknowledged records. */
  readonly mustSee: () => number;
  readonly signal: AbortSignal;
}

async function follow(
  log: EventLog,
  stream: StreamName,
  { isWritten, mustSee, signal }: Following,
): Promise<LogRecord[]> {
  const seen: LogRecord[] = [];
  let places: ReadPosition[] = Array.from(
    { length: streamDefinition(stream).partitions },
    (_, partition) => ({
      stream,
      partition,
      offset: 0,
    }),
  );
  let giveUpAt = Number.POSITIVE_INFINITY;
  while (!signal.aborted) {
    const last = isWritten();
    const pages = await log.read(places, { maxRecords: 500, waitMs: 100 }).catch((error: unknown) => {
      if (!(error instanceof LogUnavailable)) throw error;
      return null;
    });
    if (pages === null) continue;
    seen.push(...pages.flatMap(({ records }) => records));
    places = places.map((place, index) => {
      const lastRead = pages[index]?.records.at(-1);
      return lastRead === undefined ? place : { ...place, offset: lastRead.offset + 1 };
    });
    if (!last || !pages.every((page) => page.reachedEnd)) continue;
    giveUpAt = Math.min(giveUpAt, performance.now() + patient(acknowledgedWithinMs));
    if (seen.length >= mustSee() && (await isAtEnds(log, stream, places))) return seen;
    if (performance.now() > giveUpAt) return seen;
  }
  return seen;
}

/** Brokers do not list an end that is in doubt. */
async function isAtEnds(
  log: EventLog,
  stream: StreamName,
  places: readonly ReadPosition[],
): Promise<boolean> {
  const ends = await log.ends([stream]).catch((error: unknown) => {
    if (!(error instanceof LogUnavailable)) throw error;
    return null;
  });
  return places.every(({ partition, offset }) => {
    const end = ends?.find((each) => each.partition === partition)?.end;
    return end !== undefined && offset >= end;
  });
}
