import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { directoryOf } from '../testing/directory-of.ts';
import { bram, given, id, quill, start } from '../testing/membership.ts';
import { authenticate } from './authenticate.ts';

const secret = 'S'.repeat(43);
const hashed = { secret_hash: createHash('sha256').update(secret).digest('base64') };
const expiry = start + 60_000;

const directory = directoryOf(
  given.member(quill, 'Quill'),
  given.member(bram, 'Bram'),
  given.key(1, quill, hashed),
  given.key(2, quill, hashed),
  given.key(3, quill, { ...hashed, expires_at: expiry }),
  given.key(4, bram, hashed),
  given.key(5, null, hashed),
  given.revokeApiKey(2),
  given.leaving(bram),
);

const known = { directory, sessionKeys: { find: () => undefined } };

function bearer(number: number, presented = secret): string {
  return `Bearer hub_prefix${String(number).padStart(4, '0')}_${presented}`;
}

function keyIdOf(authorization: string | null, now = start): string | undefined {
  return authenticate(known, authorization, now)?.id;
}

test('a key is accepted with its secret', () => {
  expect(keyIdOf(bearer(1))).toBe(id(1));
  expect(keyIdOf(bearer(1).replace('Bearer', 'bEARER'))).toBe(id(1));
});

test('a service key needs no member', () => {
  expect(keyIdOf(bearer(5))).toBe(id(5));
});

test('a key works until the moment it expires', () => {
  expect(keyIdOf(bearer(3), expiry - 1)).toBe(id(3));
  expect(keyIdOf(bearer(3), expiry)).toBeUndefined();
});

test.each([
  ['missing', null],
  ['empty', ''],
  ['without a scheme', bearer(1).slice('Bearer '.length)],
  ['of another scheme', bearer(1).replace('Bearer', 'Basic')],
  ['short', bearer(1).slice(0, -1)],
  ['long', `${bearer(1)}S`],
  ['followed by more', `${bearer(1)} more`],
  ['with another letter case', bearer(1).replace('prefix', 'PREFIX')],
  ['labelled otherwise', bearer(1).replace('hub_', 'HUB_')],
  ['unknown', bearer(9)],
  ['of another secret', bearer(1, 'T'.repeat(43))],
  ['revoked', bearer(2)],
  ['of a member who left', bearer(4)],
])('a key that is %s is refused', (_, authorization) => {
  expect(authenticate(known, authorization, start)).toBeNull();
});
