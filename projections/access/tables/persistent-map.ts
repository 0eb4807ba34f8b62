/** An immutable map: `with` returns a changed copy. */
export interface PersistentMap<Value> {
  get(key: string): Value | undefined;
  has(key: string): boolean;
  with(key: string, value: Value): PersistentMap<Value>;
  entries(): Iterable<readonly [string, Value]>;
  /** The entries that are missing in `before`, or have another value there. */
  changedSince(before: PersistentMap<Value>): Iterable<readonly [string, Value]>;
  readonly shelves: readonly Shelf<Value>[];
}

/**
 * The hash of a key selects one of 32 shelves with 32 buckets each. A copy of a whole `Map` for
 * each event would make batches quadratic.
 */
type Shelf<Value> = readonly (Bucket<Value> | undefined)[];
type Bucket<Value> = ReadonlyMap<string, Value>;

const width = 32;
const noShelf: readonly undefined[] = new Array(width).fill(undefined);

export function persistentMap<Value>(entries: Iterable<readonly [string, Value]> = []): PersistentMap<Value> {
  const shelves: (Map<string, Value> | undefined)[][] = Array.from(noShelf, () => [...noShelf]);
  for (const [key, value] of entries) {
    const hash = hashOf(key);
    const shelf = shelves[shelfOf(hash)] ?? [];
    const bucket = shelf[bucketOf(hash)] ?? new Map<string, Value>();
    shelf[bucketOf(hash)] = bucket.set(key, value);
  }
  return mapOver(shelves);
}

function mapOver<Value>(shelves: readonly Shelf<Value>[]): PersistentMap<Value> {
  const find = (hash: number) => shelves[shelfOf(hash)]?.[bucketOf(hash)];
  return {
    shelves,
    get: (key) => find(hashOf(key))?.get(key),
    has: (key) => find(hashOf(key))?.has(key) === true,
    with: (key, value) => {
      const hash = hashOf(key);
      const bucket = new Map(find(hash)).set(key, value);
      const shelf = shelves[shelfOf(hash)] ?? noShelf;
      return mapOver(shelves.with(shelfOf(hash), shelf.with(bucketOf(hash), bucket)));
    },
    entries: () => entriesOf(shelves),
    changedSince: (before) => changesBetween(before.shelves, shelves),
  };
}

function* entriesOf<Value>(shelves: readonly Shelf<Value>[]): Iterable<readonly [string, Value]> {
  for (const shelf of shelves) {
    for (const bucket of shelf) if (bucket !== undefined) yield* bucket;
  }
}

function* changesBetween<Value>(
  before: readonly Shelf<Value>[],
  after: readonly Shelf<Value>[],
): Iterable<readonly [string, Value]> {
  for (const [row, shelf] of after.entries()) {
    if (shelf === before[row]) continue;
    for (const [place, bucket] of shelf.entries()) {
      const earlier = before[row]?.[place];
      if (bucket === undefined || bucket === earlier) continue;
      for (const [key, value] of bucket) if (earlier?.get(key) !== value) yield [key, value];
    }
  }
}

function shelfOf(hash: number): number {
  return (hash >>> 5) % width;
}

function bucketOf(hash: number): number {
  return hash % width;
}

/** The factor spreads keys that differ only in their last characters. */
function hashOf(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index += 1)
    hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0;
  return (Math.imul(hash, 0x9e3779b1) >>> 8) & 0xffff;
}
