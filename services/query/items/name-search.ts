import type { Reader } from '../../../projections/access/visibility/reader.ts';
import type { EventFeedQueries } from '../../../projections/event-feed/queries/event-feed-queries.ts';
import { itemIdsMax } from '../../../projections/event-feed/queries/item-ids.ts';
import type { NamesOf } from '../../../projections/event-feed/queries/reported-names.ts';
import { onceFor } from '../../../shared/collections/once-for.ts';
import { hasWords, spacedWords, wordsOf } from '../../../shared/domain/name-words.ts';
import { searchedName } from '../../../shared/domain/searched-name.ts';
import { listReadableAccounts } from '../accounts/find-account.ts';
import type { CatalogueEntry, ItemsById } from './item-catalogue.ts';
import { wantedItems } from './item-refs.ts';

/**
 * The ids of items whose names fit any of `names`: each word of the name begins a word of the name
 * of the item.
 */
export function idsOfWords(items: ItemsById, names: readonly string[]): number[] {
  const wanted = names.map(wordsOf).filter((words) => words.length > 0);
  if (wanted.length === 0) return [];
  // Words have only letters and digits. One pass for all names finds the few items to compare.
  const mayFit = new RegExp(wanted.map(([first]) => ` ${first}`).join('|'), 'u');
  const found: number[] = [];
  for (const [id, entry] of items) {
    const text = textOf(entry);
    if (!mayFit.test(text)) continue;
    if (wanted.some((words) => words.every((word) => text.includes(` ${word}`)))) found.push(id);
  }
  return found;
}

/** Words with a space before each. Kept, because a catalogue has thousands of names. */
const textOf = onceFor(({ name }: CatalogueEntry) => spacedWords(name ?? ''));

/** The names that have words that begin with each word of `sought`, sorted. */
function namesOfWords(names: readonly string[], sought: string): string[] {
  const [first = ''] = wordsOf(sought);
  // Most names do not have the letters of the first word.
  return names.filter((name) => name.includes(first) && hasWords(name, sought)).sort();
}

type Feed = Pick<EventFeedQueries, 'itemIds' | 'reportedNames'>;

/** Names of a request that words add. Each name costs a look into an index for each account. */
const addedMax = 50;
const keptMs = 30_000;
/** With more readable accounts, the reading of all names would cost too much. */
const searchedAccountsMax = 500;

interface KeptNames {
  readonly names: Promise<readonly string[]>;
  /** From `performance.now()`. */
  readonly at: number;
}

const keptNames = {
  items: new WeakMap<Reader['visible'], KeptNames>(),
  sources: new WeakMap<Reader['visible'], KeptNames>(),
};

/** Ids of items by ids, names, or words of names (rules/additions.md#words-of-names). */
export async function soughtItemIds(
  feed: Feed,
  reader: Reader,
  refs: readonly string[],
): Promise<readonly number[]> {
  const wanted = wantedItems(reader, refs);
  if (wanted.names.length === 0) return wanted.ids;
  const exact = await feed.itemIds({ ...wanted, ids: [] });
  if (exact.length > 0) return [...new Set([...wanted.ids, ...exact])].slice(0, itemIdsMax);
  const known = await readNames(feed, reader, 'items');
  return feed.itemIds({ ...wanted, names: withWords(known, wanted.names) });
}

/** The names of sources, and the names that have their words. */
export async function soughtSources(
  feed: Feed,
  reader: Reader,
  refs: readonly string[],
): Promise<readonly string[]> {
  return withWords(await readNames(feed, reader, 'sources'), refs.map(searchedName));
}

/** A name that nothing has exactly also stands for the names with its words. */
function withWords(known: readonly string[], wanted: readonly string[]): string[] {
  const exact = new Set(known);
  const added = wanted
    .filter((name) => !exact.has(name))
    .flatMap((name) => namesOfWords(known, name).slice(0, addedMax));
  return [...new Set([...wanted, ...added.slice(0, addedMax)])];
}

/** Only names of accounts that the reader reads: other names would tell what others have. */
function readNames(feed: Feed, reader: Reader, of: NamesOf): Promise<readonly string[]> {
  const kept = keptNames[of].get(reader.visible);
  if (kept !== undefined && performance.now() - kept.at < keptMs) return kept.names;
  const reporters = listReadableAccounts(reader, 'events').map(({ account }) => account.id);
  const names = feed.reportedNames(of, reporters.length > searchedAccountsMax ? [] : reporters);
  keptNames[of].set(reader.visible, { names, at: performance.now() });
  // A failed reading is not kept.
  names.catch(() => keptNames[of].delete(reader.visible));
  return names;
}
