import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCursors } from './cursor.ts';

const cursors = createCursors(Buffer.alloc(32, 7));

test('a cursor is the same in every process with the secret, and leads back to its place', () => {
  expect(createCursors(Buffer.alloc(32, 7)).encode(42)).toBe(cursors.encode(42));
  fc.assert(
    fc.property(fc.maxSafeNat(), (place) => {
      expect(cursors.decode(cursors.encode(place))).toBe(place);
    }),
  );
});

test('a cursor of another hub, or a cursor with a changed place, is refused', () => {
  expect(cursors.decode(createCursors(Buffer.alloc(32, 8)).encode(42))).toBeNull();
  const bytes = Buffer.from(cursors.encode(42), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
    expect(cursors.decode(changed.toString('base64url'))).toBeNull();
  }
});

test('a cursor has only one spelling', () => {
  const cursor =
    Array.from({ length: 500 }, (_, place) => cursors.encode(place)).find((text) => /[-_]/.test(text)) ?? '';
  const others = [
    `${cursor}=`,
    `${cursor}==`,
    `${cursor} `,
    ` ${cursor}`,
    `${cursor}A`,
    cursor.slice(0, -1),
    cursor.replaceAll('-', '+').replaceAll('_', '/'),
    cursor.toUpperCase(),
    Buffer.from(cursor, 'base64url').toString('hex'),
    '',
    'now ',
    'é',
  ];
  expect(others.map((text) => cursors.decode(text))).toEqual(others.map(() => null));
});

test('a cursor of a range leads back to its place, and the feed refuses it', () => {
  const number = fc.maxSafeNat();
  fc.assert(
    fc.property(number, number, number, (horizon, occurredAt, seq) => {
      const place = { horizon, occurredAt, seq };
      expect(cursors.decodeRange(cursors.encodeRange(place))).toEqual(place);
    }),
  );
  const cursor = cursors.encodeRange({ horizon: 3, occurredAt: 2, seq: 1 });
  expect(cursors.decode(cursor)).toBeNull();
  expect(cursors.decodeRange(cursors.encode(1))).toBeNull();
  expect(cursors.decodeRange(`${cursor} `)).toBeNull();
  const bytes = Buffer.from(cursor, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
    expect(cursors.decodeRange(changed.toString('base64url'))).toBeNull();
  }
});

test('the first letters of a cursor say its kind, so that clients recognize a cursor of a range', () => {
  expect(cursors.encode(42)).toMatch(/^djE6/);
  expect(cursors.encodeRange({ horizon: 3, occurredAt: 2, seq: 1 })).toMatch(/^cjE6/);
});

test('a cursor does not tell its place', () => {
  const place = { horizon: 300_000, occurredAt: 1_789_410_126_800, seq: 299_001 };
  for (const [cursor, numbers] of [
    [cursors.encode(place.seq), [place.seq]],
    [cursors.encodeRange(place), Object.values(place)],
  ] as const) {
    for (const number of numbers) {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64BE(BigInt(number));
      expect(Buffer.from(cursor, 'base64url').includes(bytes.subarray(3))).toBe(false);
    }
  }
});

test('places that follow each other have cursors without common bytes after the mark', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (occurredAt) => {
      const [one, other] = [0, 1].map((later) =>
        Buffer.from(
          cursors.encodeRange({ horizon: 9, occurredAt: occurredAt + later, seq: 5 }),
          'base64url',
        ).subarray(3),
      ) as [Buffer, Buffer];
      const equal = one.filter((byte, at) => byte === other[at]).length;
      expect(equal).toBeLessThan(8);
    }),
  );
});

test('cursors of release 0.1.0, and later signed cursors, are still valid', () => {
  for (const cursor of ['AQAAAAAAAAAqfen2KQntrvhKLnpg', 'djE6AAAAAAAAACocIMdLHvBDyN_ALQRN']) {
    expect(cursors.decode(cursor)).toBe(42);
    expect(cursors.decodeRange(cursor)).toBeNull();
  }
  for (const cursor of [
    'AgAAAAAAAAADAAAAAAAAAAIAAAAAAAAAAa9rUrywnRK_3c_Y_vS1',
    'cjE6AAAAAAAAAAMAAAAAAAAAAgAAAAAAAAAB5QHi-NRovndc5WTA',
  ]) {
    expect(cursors.decodeRange(cursor)).toEqual({ horizon: 3, occurredAt: 2, seq: 1 });
    expect(cursors.decode(cursor)).toBeNull();
  }
});

test('an earlier cursor with a changed place is refused', () => {
  for (const cursor of ['AQAAAAAAAAAqfen2KQntrvhKLnpg', 'djE6AAAAAAAAACocIMdLHvBDyN_ALQRN']) {
    const bytes = Buffer.from(cursor, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      expect(cursors.decode(changed.toString('base64url'))).toBeNull();
    }
  }
});

test('a sealed cursor keeps its bytes from release to release', () => {
  expect(cursors.encode(42)).toBe('djE6UaYSUDUMGV83M4go8wWcUccoossxYsgW');
  expect(cursors.encodeRange({ horizon: 3, occurredAt: 2, seq: 1 })).toBe(
    'cjE619hPupCRfxGGft_7JhsA3luhMOl_STrzn6cGLymuBp6druPY3c1H2yO2',
  );
});

test('a cursor with another version is refused, even when this hub signed it', () => {
  const signed = (place: Buffer, macBytes: number) => {
    const mac = createHmac('sha256', Buffer.alloc(32, 7)).update('event-feed cursor').update(place).digest();
    return Buffer.concat([place, mac.subarray(0, macBytes)]).toString('base64url');
  };
  const placeOf = (version: number, ...numbers: number[]) => {
    const place = Buffer.alloc(1 + 8 * numbers.length);
    place.writeUInt8(version);
    for (const [index, number] of numbers.entries()) place.writeBigInt64BE(BigInt(number), 1 + 8 * index);
    return place;
  };
  expect(cursors.decode(signed(placeOf(1, 42), 12))).toBe(42);
  for (const version of [0, 2, 3, 255]) {
    expect(cursors.decode(signed(placeOf(version, 42), 12))).toBeNull();
  }
  const range = { horizon: 3, occurredAt: 2, seq: 1 };
  expect(cursors.decodeRange(signed(placeOf(2, 3, 2, 1), 14))).toEqual(range);
  expect(cursors.decodeRange(signed(placeOf(1, 3, 2, 1), 14))).toBeNull();
});
