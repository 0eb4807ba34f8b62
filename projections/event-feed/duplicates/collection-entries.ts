import type { GenerationTx } from '../../../shared/projection/projection.ts';
import { writeRows } from '../../../shared/projection/tables/write-rows.ts';
import { entryKeysOf } from './comparable-content.ts';
import type { Duplicate, NewFeedEvent } from './find-duplicates.ts';

/** `entry` is one of `entryKeysOf`, `seq` the sequence of its event. */
export interface CollectionEntry {
  readonly account_id: string;
  readonly entry: string;
  readonly seq: number;
}

/** The game adds an item to a collection log once. */
export function isLoggedOnce({ type, special_world }: Pick<NewFeedEvent, 'type' | 'special_world'>): boolean {
  return type === 'collection_log' && !special_world;
}

/** @param records in the order of the log */
function withoutRepeatedEntries(
  records: readonly NewFeedEvent[],
  known: readonly CollectionEntry[],
): {
  readonly events: readonly NewFeedEvent[];
  readonly duplicates: readonly Duplicate[];
  readonly entries: readonly CollectionEntry[];
} {
  const placeOf = (accountId: string, entry: string) => `${accountId} ${entry}`;
  const seqs = new Map(known.map(({ account_id, entry, seq }) => [placeOf(account_id, entry), seq]));
  const events: NewFeedEvent[] = [];
  const duplicates: Duplicate[] = [];
  const entries: CollectionEntry[] = [];
  for (const record of records) {
    const keys = entryKeysOf(record);
    const found = keys.flatMap((entry) => seqs.get(placeOf(record.account_id, entry)) ?? []);
    const seq = found.length === 0 ? record.seq : Math.min(...found);
    if (found.length === 0) events.push(record);
    else duplicates.push({ seq, record });
    for (const entry of keys) {
      const place = placeOf(record.account_id, entry);
      if (seqs.has(place)) continue;
      seqs.set(place, seq);
      entries.push({ account_id: record.account_id, entry, seq });
    }
  }
  return { events, duplicates, entries };
}

/** Leaves out entries that were reported before, and saves the new entries. */
export async function leaveOutRepeatedEntries(tx: GenerationTx, records: readonly NewFeedEvent[]) {
  if (records.length === 0) return { events: [], duplicates: [] };
  const inOrder = records.toSorted((left, right) => left.seq - right.seq);
  const known = await readEntries(tx, inOrder);
  const { events, duplicates, entries } = withoutRepeatedEntries(inOrder, known);
  await writeRows(tx, entryTable, entries, { onConflict: 'fail' });
  return { events, duplicates };
}

async function readEntries(
  tx: GenerationTx,
  records: readonly NewFeedEvent[],
): Promise<readonly CollectionEntry[]> {
  const wanted = records.flatMap((record) =>
    entryKeysOf(record).map((entry) => ({ account_id: record.account_id, entry })),
  );
  return tx.many<CollectionEntry>({
    text: `select account_id, entry, seq
           from ${tx.schema}.collection_entry
           where (account_id, entry) in (select * from unnest($1::text[], $2::text[]))`,
    values: [wanted.map((each) => each.account_id), wanted.map((each) => each.entry)],
  });
}

const entryTable = {
  table: 'collection_entry',
  columns: { account_id: 'text', entry: 'text', seq: 'int8' },
  key: ['account_id', 'entry'],
} as const;
