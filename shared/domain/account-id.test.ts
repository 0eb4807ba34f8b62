import { describe, expect, it } from 'vitest';
import { AccountIdPattern, deriveAccountId } from './account-id.ts';
import { base62 } from './base62.ts';

const secret = Buffer.alloc(32, 7);
const identity = { source: 'ha_hash', externalId: 'de18f4b9' } as const;

describe('deriveAccountId', () => {
  it('is the same on every replica and fits the pattern of the API', () => {
    const id = deriveAccountId(secret, identity, 0);
    expect(id).toBe(deriveAccountId(Buffer.alloc(32, 7), { ...identity }, 0));
    expect(id).toMatch(AccountIdPattern);
    expect(id).toHaveLength(12);
  });

  it('differs by secret, source, external id and number of erasures', () => {
    const ids = [
      deriveAccountId(secret, identity, 0),
      deriveAccountId(Buffer.alloc(32, 8), identity, 0),
      deriveAccountId(secret, { ...identity, source: 'dink_hash' }, 0),
      deriveAccountId(secret, { ...identity, externalId: 'de18f4ba' }, 0),
      deriveAccountId(secret, identity, 1),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('base62', () => {
  it('writes the most significant digits first and pads short input', () => {
    expect(base62(Uint8Array.of(61), 1)).toBe('z');
    expect(base62(Uint8Array.of(62), 2)).toBe('10');
    expect(base62(Uint8Array.of(1), 4)).toBe('0001');
    expect(base62(new Uint8Array(), 3)).toBe('000');
  });
});
