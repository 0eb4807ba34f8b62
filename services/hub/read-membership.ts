import type { RecordedEvent } from '../../shared/events/event.ts';
import type { Journal } from '../../shared/log/journal.ts';

const recordsPerRead = 1_000;

/** The events of `hub.membership` from an offset up to another, those that can be read. */
export async function readMembership(
  journal: Journal,
  from: number,
  past: number,
): Promise<Omit<RecordedEvent, 'recordTime'>[]> {
  const events: Omit<RecordedEvent, 'recordTime'>[] = [];
  for (let offset = from; offset < past; ) {
    const place = { stream: 'hub.membership', partition: 0, offset } as const;
    const [page] = await journal.log.read([place], { maxRecords: recordsPerRead, waitMs: 0 });
    const records = page?.records.filter((record) => record.offset < past) ?? [];
    for (const outcome of await journal.decode(records)) {
      if (outcome.kind === 'event') events.push(outcome.event);
    }
    if (page === undefined || page.records.length === 0) break;
    offset = (page.records.at(-1)?.offset ?? offset) + 1;
  }
  return events;
}
