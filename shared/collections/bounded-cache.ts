import { LRUCache } from 'lru-cache';

/**
 * A cache of at most `max` entries that forgets the one used least recently, and grows as it fills. By its own `max`
 * lru-cache reserves its lists whole: 20 ms and 3 MB for 100,000 entries that a small hub never has, at every start and in
 * every command.
 */
export function boundedCache<Value extends object | string | true>(
  max: number,
  options: Pick<LRUCache.Options<string, Value, unknown>, 'ttl' | 'dispose'> = {},
): LRUCache<string, Value> {
  return new LRUCache({ ...options, maxSize: max, sizeCalculation: () => 1 });
}
