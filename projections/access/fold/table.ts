/** Rows by key; `with` and `without` give a changed copy and leave this one as it is. */
export interface Table<Row> {
  get(key: string): Row | undefined;
  with(key: string, row: Row): Table<Row>;
  without(key: string): Table<Row>;
  entries(): Iterable<readonly [string, Row]>;
  values(): Iterable<Row>;
}

/** A copied `Map` for each event made a batch quadratic; here a change copies one bucket and 256 references. */
const bucketCount = 256;

type Bucket<Row> = ReadonlyMap<string, Row> | undefined;

export function tableOf<Row>(rows: Iterable<readonly [string, Row]> = []): Table<Row> {
  const buckets: (Map<string, Row> | undefined)[] = new Array(bucketCount).fill(undefined);
  for (const [key, row] of rows) {
    const index = bucketOf(key);
    const bucket = buckets[index] ?? new Map<string, Row>();
    buckets[index] = bucket.set(key, row);
  }
  return tableOver(buckets);
}

function tableOver<Row>(buckets: readonly Bucket<Row>[]): Table<Row> {
  function* entries() {
    for (const bucket of buckets) if (bucket !== undefined) yield* bucket;
  }
  function* values() {
    for (const bucket of buckets) if (bucket !== undefined) yield* bucket.values();
  }
  return {
    get: (key) => buckets[bucketOf(key)]?.get(key),
    with: (key, row) => {
      const index = bucketOf(key);
      return tableOver(buckets.with(index, new Map(buckets[index]).set(key, row)));
    },
    without: (key) => {
      const index = bucketOf(key);
      if (buckets[index]?.has(key) !== true) return tableOver(buckets);
      const bucket = new Map(buckets[index]);
      bucket.delete(key);
      return tableOver(buckets.with(index, bucket));
    },
    entries,
    values,
  };
}

function bucketOf(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index += 1)
    hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0;
  return hash & (bucketCount - 1);
}
