import { LRUCache } from 'lru-cache';
import type { Directory } from '../directory/directory.ts';
import type { ApiKey } from '../model/entities.ts';
import { createSharedEntriesCache, type SharedEntriesCache } from './entries-for-all-readers.ts';
import type { Reader, Visibility } from './reader.ts';
import { type Membership, resolveVisibility, rightsText } from './visibility.ts';

/** Remembers recent results until the directory's members or accounts change. */
export interface Readers {
  readerOf(directory: Directory, key: ApiKey): Reader;
}

interface Resolved extends Membership {
  readonly visibility: Visibility;
}

/** The limit of accounts in all remembered results: 800 members who each see 500 accounts. */
const keptAccountsMax = 400_000;

/**
 * Keys with equal rights share one result. Members see few accounts differently, so results share
 * the entries of the other accounts.
 */
export function createReaders(): Readers {
  const kept = new LRUCache<string, Resolved>({ maxSize: keptAccountsMax });
  const texts = new WeakMap<ApiKey, string>();
  let shared: { readonly membership: Membership; readonly entries: SharedEntriesCache } | null = null;

  function rightsOf(key: ApiKey): string {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = rightsText(key);
    texts.set(key, text);
    return text;
  }

  function entriesOf(membership: Membership): SharedEntriesCache {
    if (shared === null || !isSame(shared.membership, membership)) {
      shared = { membership, entries: createSharedEntriesCache(membership) };
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

/** A refresh of the directory keeps the same objects when members and accounts did not change. */
function isSame(one: Membership, other: Membership): boolean {
  return one.members === other.members && one.accounts === other.accounts;
}
