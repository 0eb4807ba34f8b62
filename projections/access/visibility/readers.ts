import { LRUCache } from 'lru-cache';
import type { ApiKey, Directory } from '../directory/directory.ts';
import type { Reader, Visibility } from './reader.ts';
import { type Membership, resolveVisibility, rightsText } from './visibility.ts';

/** Finds what a key may read now. It is worked out again only when the directory's members or accounts changed. */
export interface Readers {
  readerOf(directory: Directory, key: ApiKey): Reader;
}

interface Resolved extends Membership {
  readonly visibility: Visibility;
}

/** Sets of rights that are remembered; what one of them sees of 5,000 accounts takes about 1 MB. */
const keptMax = 100;

/** Keys with equal rights share one result: most bots and maps of a guild read all that it shares. */
export function createReaders(): Readers {
  const kept = new LRUCache<string, Resolved>({ max: keptMax });
  const texts = new WeakMap<ApiKey, string>();

  function rightsOf(key: ApiKey): string {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = rightsText(key);
    texts.set(key, text);
    return text;
  }

  function visibilityOf({ members, accounts }: Membership, key: ApiKey): Visibility {
    const rights = rightsOf(key);
    const known = kept.get(rights);
    // A refresh of the directory that finds no change in members or accounts keeps these very objects.
    if (known?.members === members && known.accounts === accounts) return known.visibility;
    const visibility = resolveVisibility({ members, accounts }, key);
    kept.set(rights, { members, accounts, visibility });
    return visibility;
  }

  return { readerOf: (directory, key) => ({ key, directory, ...visibilityOf(directory, key) }) };
}
