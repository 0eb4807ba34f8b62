import { createHash } from 'node:crypto';

/**
 * The hub's id of a game event from what makes it that event, the same for every resend and through every device: the
 * account, and the plugin's own id or the content (plugin-protocols.md, Event identity). Never the device, because one
 * client may be paired twice. A UUID of version 8, its bits a SHA-256.
 */
export function eventIdOf(parts: readonly unknown[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The value with the keys of its objects in order, as entries: equal for equal content, whatever order it came in. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return {
    entries: Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, entry]) => [key, canonical(entry)]),
  };
}
