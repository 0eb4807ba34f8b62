import { randomUUID } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { columnsOfPack, compressPack, DamagedPack, recordsOfPack } from './pack.ts';
import { encodeColumns, recordsPerBlock } from './record-columns.ts';

const records = Array.from({ length: recordsPerBlock }, (_, index) => ({
  stream: 'hub.xp' as const,
  partition: 3,
  offset: 500 + index,
  appendTime: 1_790_000_000_000 + index * 14_000,
  key: 'aB3xYz91kQ0f',
  recordId: randomUUID(),
  type: 'xp-reported',
  version: 1,
  source: 'ha',
  keyId: null,
  value: Buffer.from(
    `{"type":"xp-reported","v":1,"data":{"at":${1_790_000_000_000 + index * 14_001},"skills":{"Fishing":${1_000_000 + index * 90}},"complete":false}}`,
  ),
}));
const bytes = compressPack(encodeColumns(records));
const pack = { stream: 'hub.xp', partition: 3, first: 500, past: 500 + recordsPerBlock, bytes } as const;

it('gives the same records back, and takes less than 32 bytes for each record', () => {
  expect(recordsOfPack(pack)).toEqual(records);
  expect(columnsOfPack(pack)).toEqual(encodeColumns(records));
  expect(bytes.length / records.length).toBeLessThan(32);
});

it('throws an error with the range of its records when its bytes were changed', () => {
  const message = 'records 500 to 749 of hub.xp/3 cannot be read, since their pack is damaged';
  const changed = (at: number) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.of((bytes[at] ?? 0) ^ 1), bytes.subarray(at + 1)]);
  const bomb = Buffer.concat([Buffer.of(1), zstdCompressSync(Buffer.alloc(64 * 1024 * 1024))]);
  const noColumns = compressPack(Buffer.from('{}'));
  const others = [
    changed(0),
    changed(1),
    changed(60),
    bytes.subarray(0, -1),
    Buffer.alloc(0),
    bomb,
    noColumns,
  ];
  for (const [index, damaged] of others.entries()) {
    const read = () => recordsOfPack({ ...pack, bytes: damaged });
    expect(read, `${index}`).toThrow(message);
    expect(read, `${index}`).toThrow(DamagedPack);
  }
  for (const row of [{ first: 499 }, { past: 749 }, { first: 501, past: 751 }]) {
    expect(() => recordsOfPack({ ...pack, ...row })).toThrow(DamagedPack);
  }
});
