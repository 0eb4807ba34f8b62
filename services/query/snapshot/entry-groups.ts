import { joinPieces } from './crc-join.ts';
import type { DeflatedEntry, Entry } from './entry.ts';

/**
 * Entries that follow each other in whole snapshots. When one account changes, all groups but its own stay as they are, so
 * a group that is asked for again has its bytes joined: 500 accounts are sent as 70 chunks instead of 500.
 */
export interface EntryGroup {
  readonly entries: readonly Entry[];
  /** The bytes of the entries, joined or not. */
  chunks(allowance: JoinAllowance): readonly Buffer[];
  /** The same deflated; all entries have to be deflated before, since each takes up to 60 us. */
  deflated(allowance: JoinAllowance): readonly DeflatedEntry[];
}

/** How much may still be joined for one body. What does not fit in it is joined for one of the next. */
export interface JoinAllowance {
  bytes: number;
}

export interface EntryGroups {
  /** In the order of the entries. */
  of(entries: readonly Entry[]): EntryGroup[];
}

/** Of a group, where chance has none begin for long. */
const entriesMax = 32;

/** The groups of all views. Views share those in which they see the same. */
export function createEntryGroups(): EntryGroups {
  // By the first entry, so that a group goes with it. Where groups begin depends on the account alone: one that joins or
  // leaves changes one group, and views that see different accounts have most groups in common.
  const groups = new WeakMap<Entry, EntryGroup>();

  function groupOf(entries: readonly Entry[], from: number, to: number): EntryGroup {
    const first = entries[from] as Entry;
    const known = groups.get(first);
    if (known !== undefined && holds(known, entries, from, to)) return known;
    const group = createEntryGroup(entries.slice(from, to));
    groups.set(first, group);
    return group;
  }

  return {
    of: (entries) => {
      const found: EntryGroup[] = [];
      for (let from = 0, to = 0; from < entries.length; from = to) {
        to = endOfGroup(entries, from);
        found.push(groupOf(entries, from, to));
      }
      return found;
    },
  };
}

export function createEntryGroup(entries: readonly Entry[]): EntryGroup {
  return {
    entries,
    chunks: joinedWhenAskedAgain(
      () => entries.map(({ bytes }) => bytes),
      ({ length }) => length,
      joinBytes,
    ),
    deflated: joinedWhenAskedAgain(
      () => entries.map((entry) => entry.deflated()),
      ({ parts }) => parts.length,
      joinDeflated,
    ),
  };
}

function endOfGroup(entries: readonly Entry[], from: number): number {
  const last = Math.min(entries.length, from + entriesMax);
  let to = from + 1;
  while (to < last && entries[to]?.opensGroup === false) to += 1;
  return to;
}

function holds({ entries: held }: EntryGroup, entries: readonly Entry[], from: number, to: number): boolean {
  if (held.length !== to - from) return false;
  for (let place = 0; place < held.length; place += 1) {
    if (held[place] !== entries[from + place]) return false;
  }
  return true;
}

/** Gives the list as it is at first, since much of it changes before anybody asks again; then its items joined to one. */
function joinedWhenAskedAgain<Item>(
  list: () => readonly Item[],
  sizeOf: (item: Item) => number,
  join: (items: readonly Item[]) => Item,
): (allowance: JoinAllowance) => readonly Item[] {
  let joined: readonly Item[] | undefined;
  let asked = false;
  return (allowance) => {
    if (joined !== undefined) return joined;
    const items = list();
    const size = items.reduce((sum, item) => sum + sizeOf(item), 0);
    if (!asked || size > allowance.bytes) {
      asked = true;
      return items;
    }
    allowance.bytes -= size;
    joined = [join(items)];
    return joined;
  };
}

function joinBytes(chunks: readonly Buffer[]): Buffer {
  // Not from Node's pool, of whose slabs it would hold the rest, too.
  const joined = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const chunk of chunks) end += chunk.copy(joined, end);
  return joined;
}

function joinDeflated(entries: readonly DeflatedEntry[]): DeflatedEntry {
  return {
    parts: joinBytes(entries.map(({ parts }) => parts)),
    piece: joinPieces(entries.map(({ piece }) => piece)),
  };
}
