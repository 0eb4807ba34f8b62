import { LRUCache } from 'lru-cache';
import type { ApiKey, Directory } from './directory.ts';
import type { Reader } from './reader.ts';
import { resolveReader } from './visibility.ts';

/** Resolves readers, again only when something they depend on was read anew. */
export interface Readers {
  readerOf(directory: Directory, key: ApiKey): Reader;
}

/** Keys in use at a time; a reader of 5,000 accounts takes about 1 MB. */
const readersMax = 100;

export function createReaders(): Readers {
  const cache = new LRUCache<string, Reader>({ max: readersMax });

  return {
    readerOf: (directory, key) => {
      const known = cache.get(key.id);
      // The watermark may have moved: whoever asks gets the copy that it came with.
      if (known !== undefined && isCurrent(known, directory, key)) return { ...known, directory };
      const reader = resolveReader(directory, key);
      cache.set(key.id, reader);
      return reader;
    },
  };
}

/** A refresh keeps the parts of the directory in which it found nothing new. */
function isCurrent(reader: Reader, directory: Directory, key: ApiKey): boolean {
  return (
    reader.key === key &&
    reader.directory.members === directory.members &&
    reader.directory.accounts === directory.accounts
  );
}
