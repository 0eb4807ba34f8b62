import { LRUCache } from 'lru-cache';
import type { ApiKey, Directory } from '../directory/directory.ts';
import type { Reader, Sight } from './reader.ts';
import { type Membership, resolveSight, rightsText } from './visibility.ts';

/** Who a key stands for now: resolved again only when something it depends on was read anew. */
export interface Readers {
  readerOf(directory: Directory, key: ApiKey): Reader;
}

interface Resolved extends Membership {
  readonly sight: Sight;
}

/** Different rights in use at a time; a sight of 5,000 accounts takes about 1 MB. */
const sightsMax = 100;

/** Keys of equal rights share what was resolved: a guild's bots and maps mostly read all that it shares. */
export function createReaders(): Readers {
  const sights = new LRUCache<string, Resolved>({ max: sightsMax });
  const texts = new WeakMap<ApiKey, string>();

  function rightsOf(key: ApiKey): string {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = rightsText(key);
    texts.set(key, text);
    return text;
  }

  function sightOf({ members, accounts }: Membership, key: ApiKey): Sight {
    const rights = rightsOf(key);
    const known = sights.get(rights);
    // A refresh keeps the parts of the directory in which it found nothing new.
    if (known?.members === members && known.accounts === accounts) return known.sight;
    const sight = resolveSight({ members, accounts }, key);
    sights.set(rights, { members, accounts, sight });
    return sight;
  }

  return { readerOf: (directory, key) => ({ key, directory, ...sightOf(directory, key) }) };
}
