import { LRUCache } from 'lru-cache';

/**
 * A cache of at most `max` entries that evicts the least recently used entry, and grows as it
 * fills. With its own `max` option, lru-cache would allocate all entries at each start.
 */
export function boundedCache<Value extends object | string | true>(
  max: number,
  options: Pick<LRUCache.Options<string, Value, unknown>, 'ttl' | 'dispose'> = {},
): LRUCache<string, Value> {
  return new LRUCache({ ...options, maxSize: max, sizeCalculation: () => 1 });
}
