import { LRUCache } from 'lru-cache';
import { joinBytes } from '../http/own-buffer.ts';
import { joinPieces, pieceOf } from './crc-join.ts';
import type { Deflated, Entry } from './entry.ts';
import { deflateInThread } from './gzip-parts.ts';

/**
 * Entries that follow each other in whole snapshots. When one account changes, all groups but its own stay as they are, so
 * a group that is asked for again has its bytes joined: 500 accounts are sent as 70 chunks instead of 500.
 */
export interface EntryGroup {
  readonly entries: readonly Entry[];
  /** The bytes of the entries, joined or not. */
  chunks(allowance: JoinAllowance): readonly Buffer[];
  /** Whether to deflate it as a whole: no entry of it is deflated, and none has changed yet. */
  isNew(): boolean;
  /** Deflates it as a whole in another thread. When an entry changes, the others have to be deflated again. */
  deflateWhole(): Promise<void>;
  isDeflated(): boolean;
  /** The entries deflated and joined, some 8 KB. An entry that is not deflated yet takes up to 60 us. */
  deflated(): Deflated;
  /** One of them deflated, which may refer to the one in front of it. */
  deflatedEntry(place: number): Deflated;
}

/** How much may still be joined for one body. What does not fit in it is joined for one of the next. */
export interface JoinAllowance {
  bytes: number;
}

export interface EntryGroups {
  /** In the order of the entries. Which of them begin a group depends on their accounts and that order alone. */
  of(entries: readonly Entry[]): EntryGroup[];
  /** One group of all these entries, of which there is at least one. */
  groupOf(entries: readonly Entry[]): EntryGroup;
  /** To be called by a view that keeps groups. Of many views only those that said so last keep theirs. */
  heldBy(view: GroupHolder): void;
}

export interface GroupHolder {
  /** Asks the view to forget its groups. */
  letGo(): void;
}

/**
 * Views that keep their groups. Those that see other accounts have groups of their own: 60 of them, each with 400 accounts, held
 * 22 MB more.
 */
const holdersMax = 8;

/** Most entries of a group: by chance, none of many in a row may open one. */
const entriesMax = 32;

/**
 * The groups of all views. Views share those in which they see the same; two views that see the same first entry and others
 * behind it replace each other's group. Joined bytes are under no budget: but for those that views hold, they are at most as
 * many as those of the entries, and go with them.
 */
export function createEntryGroups(): EntryGroups {
  // By the first entry, so that a group goes with it. Where a group begins depends on the account's id, not on its place: one
  // that joins or leaves changes one group, and views that see different accounts have most groups in common.
  const groups = new WeakMap<Entry, EntryGroup>();
  const holders = new LRUCache<GroupHolder, true>({
    max: holdersMax,
    dispose: (_held, view) => view.letGo(),
  });

  function groupOf(entries: readonly Entry[]): EntryGroup {
    const first = entries[0] as Entry;
    const known = groups.get(first);
    if (known !== undefined && holds(known, entries)) return known;
    const group = createEntryGroup(entries, {
      isNewPlace: known === undefined,
      isWhole: true,
    });
    groups.set(first, group);
    return group;
  }

  return {
    of: (entries) => {
      const found: EntryGroup[] = [];
      for (let from = 0, to = 0; from < entries.length; from = to) {
        to = endOfGroup(entries, from);
        found.push(groupOf(entries.slice(from, to)));
      }
      return found;
    },
    groupOf,
    heldBy: (view) => {
      holders.set(view, true);
    },
  };
}

interface GroupPlace {
  /** Whether no other group began with the same entry before, so that this one may stay as it is for long. */
  readonly isNewPlace?: boolean;
  /** Whether it is of a whole snapshot, whose entries will follow each other again: then each is deflated behind the other. */
  readonly isWhole?: boolean;
}

export function createEntryGroup(
  entries: readonly Entry[],
  { isNewPlace = false, isWhole = false }: GroupPlace = {},
): EntryGroup {
  let deflated: Deflated | undefined;
  let deflating: Promise<void> | undefined;

  function deflatedEntry(place: number): Deflated {
    const entry = entries[place];
    if (entry === undefined) throw new RangeError('no such entry');
    const previous = entries[place - 1];
    if (previous === undefined) return entry.deflatedAlone();
    return isWhole ? entry.deflatedBehind(previous) : entry.deflatedAsKnown(previous);
  }

  async function deflateAll(): Promise<void> {
    const bytes = joinBytes(entries.map((entry) => entry.bytes));
    deflated = { parts: await deflateInThread(bytes), piece: pieceOf(bytes) };
  }

  return {
    entries,
    chunks: joinedWhenAskedAgain(entries),
    isNew: () =>
      isNewPlace &&
      deflated === undefined &&
      entries.length > 1 &&
      !entries.some((entry) => entry.renewed || entry.isDeflated()),
    deflateWhole: async () => {
      if (deflated !== undefined) return;
      // A failure is not kept: the next body tries again.
      deflating ??= deflateAll().finally(() => {
        deflating = undefined;
      });
      await deflating;
    },
    isDeflated: () => deflated !== undefined,
    deflated: () => {
      deflated ??= joinDeflated(entries.map((_, place) => deflatedEntry(place)));
      return deflated;
    },
    deflatedEntry,
  };
}

function endOfGroup(entries: readonly Entry[], from: number): number {
  const last = Math.min(entries.length, from + entriesMax);
  let to = from + 1;
  while (to < last && entries[to]?.opensGroup === false) to += 1;
  return to;
}

function holds({ entries: held }: EntryGroup, entries: readonly Entry[]): boolean {
  return held.length === entries.length && held.every((entry, place) => entry === entries[place]);
}

/** The bytes of the entries as they are at first, since much of them changes before anybody asks again; then joined. */
function joinedWhenAskedAgain(entries: readonly Entry[]): EntryGroup['chunks'] {
  let joined: readonly Buffer[] | undefined;
  let asked = false;
  return (allowance) => {
    if (joined !== undefined) return joined;
    const chunks = entries.map(({ bytes }) => bytes);
    const size = chunks.reduce((sum, { length }) => sum + length, 0);
    if (!asked || size > allowance.bytes) {
      asked = true;
      return chunks;
    }
    allowance.bytes -= size;
    joined = [joinBytes(chunks)];
    return joined;
  };
}

function joinDeflated(entries: readonly Deflated[]): Deflated {
  return {
    parts: joinBytes(entries.map(({ parts }) => parts)),
    piece: joinPieces(entries.map(({ piece }) => piece)),
  };
}
