import { LRUCache } from 'lru-cache';
import type { Directory } from '../directory/directory.ts';
import type { ApiKey } from '../model/entities.ts';
import { createEntriesOfAll, type EntriesOfAll } from './entries-for-all-readers.ts';
import type { Reader, Visibility } from './reader.ts';
import { type Membership, resolveVisibility, rightsText } from './visibility.ts';

/**
 * Finds what a key may read now. It is worked out again only when the directory's members or
 * accounts changed.
 */
export interface Readers {
  readerOf(directory: Directory, key: ApiKey): Reader;
}

interface Resolved extends Membership {
  readonly visibility: Visibility;
}

/**
 * Accounts over all sets of rights that are remembered, 50 bytes each: 800 members who each see 500
 * accounts in a way of their own. With fewer sets than members poll, each poll would work its own
 * out again, in 0.7 ms for 500 accounts.
 */
const keptAccountsMax = 400_000;

/**
 * Keys with equal rights share one result: most bots and maps of a guild read all that it shares.
 * Members differ in few accounts, so that they share what they see alike.
 */
export function createReaders(): Readers {
  const kept = new LRUCache<string, Resolved>({ maxSize: keptAccountsMax });
  const texts = new WeakMap<ApiKey, string>();
  let shared: { readonly membership: Membership; readonly entries: EntriesOfAll } | null = null;

  function rightsOf(key: ApiKey): string {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = rightsText(key);
    texts.set(key, text);
    return text;
  }

  function entriesOf(membership: Membership): EntriesOfAll {
    if (shared === null || !isSame(shared.membership, membership)) {
      shared = { membership, entries: createEntriesOfAll(membership) };
    }
    return shared.entries;
  }

  function visibilityOf({ members, accounts }: Membership, key: ApiKey): Visibility {
    const rights = rightsOf(key);
    const known = kept.get(rights);
    if (known !== undefined && isSame(known, { members, accounts })) return known.visibility;
    const sharedWith = entriesOf({ members, accounts }).sharedWith(key.memberId, key.categories);
    const visibility = resolveVisibility({ members, accounts }, key, sharedWith);
    kept.set(rights, { members, accounts, visibility }, { size: visibility.visible.size + 1 });
    return visibility;
  }

  return { readerOf: (directory, key) => ({ key, directory, ...visibilityOf(directory, key) }) };
}

/**
 * A refresh of the directory that finds no change in members or accounts keeps these very objects.
 */
function isSame(one: Membership, other: Membership): boolean {
  return one.members === other.members && one.accounts === other.accounts;
}
