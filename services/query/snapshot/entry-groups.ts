import { joinPieces, pieceOf } from './crc-join.ts';
import type { DeflatedEntry, Entry } from './entry.ts';
import { deflateTogether } from './gzip-parts.ts';

/**
 * Entries that follow each other in whole snapshots. When one account changes, all groups but its own stay as they are, so
 * a group that is asked for again has its bytes joined: 500 accounts are sent as 70 chunks instead of 500.
 */
export interface EntryGroup {
  readonly entries: readonly Entry[];
  /** The bytes of the entries, joined or not. */
  chunks(allowance: JoinAllowance): readonly Buffer[];
  /**
   * Whether all of it is to be deflated at once: nothing of it is yet, and nothing in its place has changed so far. Entries of
   * other groups change again, or are seen in several ways by the readers of several views.
   */
  isNew(): boolean;
  /** The entries that have to be deflated before `deflated` is asked, which takes up to 60 us each. */
  undeflated(): readonly Entry[];
  /** Deflates all of it in another thread. When an entry changes the others have to be deflated again. */
  deflateTogether(): Promise<void>;
  /** The bytes of the entries deflated, joined at once: of a group they are some 20 KB. */
  deflated(): DeflatedEntry;
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
    const group = createEntryGroup(entries.slice(from, to), { isFirst: known === undefined });
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

/** @param isFirst whether no group was there before in its place, so that it may stay as it is for long */
export function createEntryGroup(entries: readonly Entry[], { isFirst = false } = {}): EntryGroup {
  let deflated: DeflatedEntry | undefined;
  let deflating: Promise<void> | undefined;

  async function deflateApart(): Promise<void> {
    const bytes = joinBytes(entries.map((entry) => entry.bytes));
    deflated = { parts: await deflateTogether(bytes), piece: pieceOf(bytes) };
  }

  return {
    entries,
    chunks: joinedWhenAskedAgain(entries),
    isNew: () =>
      isFirst &&
      deflated === undefined &&
      entries.length > 1 &&
      !entries.some((entry) => entry.renewed || entry.isDeflated()),
    undeflated: () => (deflated === undefined ? entries.filter((entry) => !entry.isDeflated()) : []),
    deflateTogether: () => {
      deflating ??= deflateApart().finally(() => {
        deflating = undefined;
      });
      return deflating;
    },
    deflated: () => {
      deflated ??= joinDeflated(entries.map((entry) => entry.deflated()));
      return deflated;
    },
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

/** The bytes of the entries as they are at first, since much of them changes before anybody asks again; then joined. */
function joinedWhenAskedAgain(entries: readonly Entry[]): EntryGroup['chunks'] {
  let joined: readonly Buffer[] | undefined;
  let asked = false;
  return (allowance) => {
    if (joined !== undefined) return joined;
    const chunks = entries.map(({ bytes }) => bytes);
    const size = lengthOf(chunks);
    if (!asked || size > allowance.bytes) {
      asked = true;
      return chunks;
    }
    allowance.bytes -= size;
    joined = [joinBytes(chunks)];
    return joined;
  };
}

function lengthOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

function joinBytes(chunks: readonly Buffer[]): Buffer {
  // Not from Node's pool, of whose slabs it would hold the rest, too.
  const joined = Buffer.allocUnsafeSlow(lengthOf(chunks));
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
