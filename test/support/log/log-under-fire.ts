import { retryUntil } from '../../../shared/async/waiting.ts';
import { LogUnavailable } from '../../../shared/errors/errors.ts';
import { streamDefinition } from '../../../shared/events/streams.ts';
import type { EventLog, LogEntry, LogRecord, ReadPosition } from '../../../shared/log/event-log.ts';
import { patient } from '../runner/patience.ts';
import { entry } from './log-entries.ts';
import { type Acknowledged, acknowledgements } from './log-records.ts';

/** A stream of many partitions, and a stream of a single partition. */
export const streamsUnderFire = ['hub.state', 'hub.feed'] as const;

export interface UnderFire {
  /** Each append that was tried, acknowledged or not. */
  readonly sent: readonly LogEntry[][];
  readonly acknowledged: readonly Acknowledged[];
  /** Records of a reader that followed the log from the first record to the end. */
  readonly followed: readonly LogRecord[];
}

const callersEach = 4;
const callsEach = 30;
const disturbEvery = 25;

export async function writeUnderFire(
  writers: readonly EventLog[],
  reader: EventLog,
  disturb: () => Promise<void>,
): Promise<UnderFire> {
  const sent: LogEntry[][] = [];
  const acknowledged: Acknowledged[] = [];
  const disturbances: Promise<void>[] = [];
  let calls = 0;

  async function writeCalls(log: EventLog): Promise<void> {
    for (let call = 0; call < callsEach; call += 1) {
      const entries = callEntries(call);
      sent.push(entries);
      try {
        acknowledged.push(...acknowledgements(entries, await log.append(entries)));
        calls += 1;
        if (calls % disturbEvery === 0) disturbances.push(disturb());
      } catch (error) {
        if (!(error instanceof LogUnavailable)) throw error;
      }
    }
  }

  let written = false;
  const following = follow(reader, () => written);
  // The reader is awaited after the writers: an earlier failure must not be an unhandled rejection.
  following.catch(() => {});
  try {
    await Promise.all(writers.flatMap((log) => Array.from({ length: callersEach }, () => writeCalls(log))));
    await Promise.all(disturbances);
  } finally {
    written = true;
  }
  return { sent, acknowledged, followed: await following };
}

function callEntries(call: number): LogEntry[] {
  return Array.from({ length: 1 + (call % 6) }, (_, index) =>
    index % 3 === 2 ? entry('hub.feed', 'feed') : entry('hub.state', `account${(call + index) % 5}`),
  );
}

/** A busy broker may answer too late. */
const whileUnavailable = {
  withinMs: patient(30_000),
  everyMs: 50,
  mayPass: (error: unknown) => error instanceof LogUnavailable,
};

async function follow(log: EventLog, writersAreDone: () => boolean): Promise<LogRecord[]> {
  const seen: LogRecord[] = [];
  let places: ReadPosition[] = streamsUnderFire.flatMap((stream) =>
    Array.from({ length: streamDefinition(stream).partitions }, (_, partition) => ({
      stream,
      partition,
      offset: 0,
    })),
  );
  for (;;) {
    const last = writersAreDone();
    const asked = places;
    const pages = await retryUntil(() => log.read(asked, { maxRecords: 50, waitMs: 50 }), whileUnavailable);
    seen.push(...pages.flatMap((page) => page.records));
    places = pages.map(({ stream, partition, records }, index) => ({
      stream,
      partition,
      offset: (records.at(-1)?.offset ?? (places[index]?.offset ?? 0) - 1) + 1,
    }));
    if (last && pages.every((page) => page.records.length === 0)) return seen;
  }
}
