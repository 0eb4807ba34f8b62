import { payloadReceived } from '../../../shared/events/types/payload-received.ts';
import type { EventLog, LogRecord, PartitionEnds } from '../../../shared/log/event-log.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { clockSkewMaxMs } from '../../../shared/log/max-clock-skew.ts';
import { subjectOfRecordKey } from '../../../shared/log/records/log-entry.ts';

export interface ListedPayload {
  /** `partition-offset` in `hub.raw`. */
  readonly id: string;
  readonly offset: number;
  /** Epoch ms. */
  readonly receivedAt: number;
  /** The account of the report; the member when no account was known. */
  readonly subject: string;
  readonly deviceId: string;
  /** The name in the log. */
  readonly plugin: string;
  readonly pluginVersion: string | null;
  readonly bytes: number;
}

export interface StoredPayload extends ListedPayload {
  readonly body: string;
}

/** `closedAt`: times of payloads that cannot be opened, because their subject was erased. */
export interface OpenedPayloads {
  readonly payloads: readonly StoredPayload[];
  readonly closedAt: readonly number[];
}

/** Null leaves a filter out. */
export interface PayloadFilter {
  /** Accounts and members. */
  readonly subjects: ReadonlySet<string> | null;
  readonly deviceId: string | null;
  /** Epoch ms, included. */
  readonly from: number;
}

/** Newest first, the ids of one moment downwards. */
export type PayloadPosition = Pick<ListedPayload, 'receivedAt' | 'id'>;

interface NewestFilter extends PayloadFilter {
  /** Only payloads after this position; null from the newest. */
  readonly before?: PayloadPosition | null;
  readonly accepts?: (payload: StoredPayload) => boolean | Promise<boolean>;
}

export function byPosition(one: PayloadPosition, other: PayloadPosition): number {
  return other.receivedAt - one.receivedAt || other.id.localeCompare(one.id, 'en', { numeric: true });
}

/** At 3 KB each, far below the log's limit of a read. */
const recordsPerRead = 200;

/**
 * Leaves out what the log no longer has, erased subjects, and payloads before `from` (epoch ms).
 * Reads one payload after another, because a body can be large.
 */
export async function* findPayloads(
  journal: Journal,
  ids: readonly string[],
  from: number,
): AsyncGenerator<StoredPayload, void> {
  const ends = await journal.log.ends(['hub.raw']);
  for (const id of ids) {
    const [, partition, digits] = /^(\d{1,2})-(\d{1,15})$/.exec(id) ?? [];
    const place = ends.find((each) => each.partition === Number(partition));
    const offset = Number(digits);
    if (place === undefined || offset < place.start || offset >= place.end) continue;
    const records = await readRange(journal.log, place, offset, offset + 1);
    yield* (await openPayloads(journal, records, { subjects: null, deviceId: null, from })).payloads;
  }
}

/**
 * Reads each partition until `limit` is reached, and at most its share of `scannedRecordsMax`.
 * @returns payloads in any order; `cutAt` (epoch ms): not all up to this time was searched
 */
export async function newestPayloads(
  journal: Journal,
  places: readonly PartitionEnds[],
  { before = null, accepts = () => true, ...filter }: NewestFilter,
  { limit, scannedRecordsMax }: { readonly limit: number; readonly scannedRecordsMax: number },
): Promise<{ readonly payloads: readonly ListedPayload[]; readonly cutAt: number | null }> {
  const payloads: ListedPayload[] = [];
  const share = Math.floor(scannedRecordsMax / Math.max(places.length, 1));
  let cutAt: number | null = null;
  for (const place of places) {
    let found = 0;
    let left = share;
    let to =
      before === null
        ? place.end
        : await offsetAt(journal.log, place, before.receivedAt + 2 * clockSkewMaxMs);
    while (to > place.start && found < limit && left > 0) {
      const offset = Math.max(place.start, to - Math.min(recordsPerRead, left));
      const records = await readRange(journal.log, place, offset, to);
      left -= to - offset;
      to = offset;
      for (const { body, ...listed } of (await openPayloads(journal, records, filter)).payloads) {
        if (before !== null && byPosition(before, listed) >= 0) continue;
        if (!(await accepts({ ...listed, body }))) continue;
        payloads.push(listed);
        found += 1;
      }
      const reachedAt = records[0]?.appendTime ?? filter.from;
      if (reachedAt < filter.from - clockSkewMaxMs) break;
      if (left <= 0 && to > place.start && found < limit) cutAt = Math.max(cutAt ?? 0, reachedAt);
    }
  }
  return { payloads, cutAt };
}

/**
 * The first offset whose record may be as new as `time` (epoch ms), or the end of the partition.
 */
export async function offsetAt(
  log: Pick<EventLog, 'read'>,
  { partition, start, end }: PartitionEnds,
  time: number,
): Promise<number> {
  let [low, high] = [start, end];
  while (low < high) {
    const offset = Math.floor((low + high) / 2);
    const [page] = await log.read([{ stream: 'hub.raw', partition, offset }], { maxRecords: 1, waitMs: 0 });
    const record = page?.records[0];
    if (record === undefined || record.appendTime >= time - clockSkewMaxMs) high = offset;
    else low = Math.max(offset, record.offset) + 1;
  }
  return low;
}

/** Oldest first. `next`: the next offset. `read`: records read from the log. */
export async function nextPayloads(
  journal: Journal,
  { partition, end }: PartitionEnds,
  offset: number,
  filter: PayloadFilter,
): Promise<OpenedPayloads & { readonly next: number; readonly read: number }> {
  const to = Math.min(end, offset + recordsPerRead);
  const records = await readRange(journal.log, { partition }, offset, to);
  return { ...(await openPayloads(journal, records, filter)), next: to, read: records.length };
}

/** [from, to). Records may expire during the read. */
async function readRange(
  log: Pick<EventLog, 'read'>,
  { partition }: Pick<PartitionEnds, 'partition'>,
  from: number,
  to: number,
): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  for (let offset = from; offset < to; ) {
    const place = { stream: 'hub.raw', partition, offset } as const;
    const [page] = await log.read([place], { maxRecords: to - offset, waitMs: 0 });
    if (page === undefined || page.records.length === 0) break;
    records.push(...page.records.filter((record) => record.offset < to));
    offset = (page.records.at(-1)?.offset ?? to) + 1;
  }
  return records;
}

async function openPayloads(
  journal: Journal,
  records: readonly LogRecord[],
  { subjects, deviceId, from }: PayloadFilter,
): Promise<OpenedPayloads> {
  const wanted = records.filter(
    ({ type, key, appendTime }) =>
      type === payloadReceived.type &&
      appendTime >= from &&
      (subjects === null || subjects.has(subjectOfRecordKey(key))),
  );
  const decoded = await journal.decode(wanted);
  const closedAt = wanted
    .filter((_, index) => decoded[index]?.kind === 'skipped')
    .map(({ appendTime }) => appendTime);
  const payloads = wanted.flatMap(({ partition, offset, appendTime }, index) => {
    const outcome = decoded[index];
    if (outcome?.kind !== 'event') return [];
    const data = payloadReceived.schema.parse(outcome.event.data);
    if (deviceId !== null && data.device_id !== deviceId) return [];
    return [
      {
        id: `${partition}-${offset}`,
        offset,
        receivedAt: appendTime,
        subject: outcome.event.subject,
        deviceId: data.device_id,
        plugin: data.plugin,
        pluginVersion: data.plugin_version,
        bytes: Buffer.byteLength(data.body),
        body: data.body,
      },
    ];
  });
  return { payloads, closedAt };
}
