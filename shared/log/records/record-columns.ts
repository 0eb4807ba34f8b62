import type { Partition } from '../../events/streams.ts';
import {
  byteaArray,
  int2Array,
  int8Array,
  readArray,
  textArray,
  uuidArray,
} from '../../postgres/copy/binary-array.ts';
import type { LogEntry, LogRecord } from '../event-log.ts';

/** V8 collects the objects of a small block cheaply. */
export const recordsPerBlock = 250;

/** In order: offset, time, key, id, type, version, source, key id, value. */
const columnTypes = ['int8', 'int8', 'text', 'uuid', 'text', 'int2', 'text', 'text', 'bytea'] as const;

/**
 * Encodes records of one partition as blocks, with a binary PostgreSQL array for each field. A
 * block ends where the offset is a multiple of `recordsPerBlock`.
 */
export function encodeColumns(records: readonly LogRecord[]): Buffer {
  const blocks: Buffer[] = [];
  const before = (records[0]?.offset ?? 0) % recordsPerBlock;
  for (let from = -before; from < records.length; from += recordsPerBlock) {
    blocks.push(...columnsOf(records.slice(Math.max(from, 0), from + recordsPerBlock)));
  }
  return Buffer.concat(blocks);
}

function columnsOf(records: readonly LogRecord[]): Buffer[] {
  return [
    int8Array(records.map(({ offset }) => offset)),
    int8Array(records.map(({ appendTime }) => appendTime)),
    ...entryArrays(records),
  ];
}

/** In order: key, id, type, version, source, key id, value. */
export function entryArrays(entries: readonly LogEntry[]): Buffer[] {
  return [
    textArray(entries.map(({ key }) => key)),
    uuidArray(entries.map(({ recordId }) => recordId)),
    textArray(entries.map(({ type }) => type)),
    int2Array(entries.map(({ version }) => version)),
    textArray(entries.map(({ source }) => source)),
    textArray(entries.map(({ keyId }) => keyId)),
    byteaArray(entries.map(({ value }) => value)),
  ];
}

/** Values are views of `bytes`. @throws when the bytes are no columns of records */
export function decodeColumns(partition: Partition, bytes: Buffer): LogRecord[] {
  const blocks: LogRecord[][] = [];
  for (let at = 0; at < bytes.length; ) {
    const block = readBlock(partition, bytes, at);
    blocks.push(block.records);
    at = block.end;
  }
  return blocks.flat();
}

export interface ColumnBlock {
  readonly bytes: Buffer;
  /** One PostgreSQL array for each column, a view of `bytes`. */
  readonly columns: readonly Buffer[];
  readonly offsets: readonly number[];
  readonly times: readonly number[];
}

/** @throws when the bytes are no columns of records */
export function* splitColumnBlocks(bytes: Buffer): Generator<ColumnBlock> {
  for (let start = 0; start < bytes.length; ) {
    const offsets = int8sAt(bytes, start);
    const times = int8sAt(bytes, offsets.end);
    const columns: Buffer[] = [];
    let end = start;
    for (const type of columnTypes) {
      const column = readArray(bytes, end, type, ignored, ignored);
      if (column.values.length !== offsets.values.length) throw new Error('the columns differ in length');
      columns.push(bytes.subarray(end, column.end));
      end = column.end;
    }
    yield { bytes: bytes.subarray(start, end), columns, offsets: offsets.values, times: times.values };
    start = end;
  }
}

function ignored(): null {
  return null;
}

function int8sAt(bytes: Buffer, start: number) {
  return readArray(bytes, start, 'int8', (at) => readInt8(bytes, at), refuseNull);
}

function readBlock({ stream, partition }: Partition, bytes: Buffer, start: number) {
  const text = (from: number, to: number) => bytes.toString('utf8', from, to);
  const orNull = () => null;
  const offsets = int8sAt(bytes, start);
  const times = int8sAt(bytes, offsets.end);
  const keys = readArray(bytes, times.end, 'text', text, refuseNull);
  const ids = readArray(bytes, keys.end, 'uuid', (at) => readUuid(bytes, at), refuseNull);
  const types = readArray(bytes, ids.end, 'text', text, refuseNull);
  const versions = readArray(bytes, types.end, 'int2', (at) => bytes.readInt16BE(at), refuseNull);
  const sources = readArray(bytes, versions.end, 'text', text, refuseNull);
  const keyIds = readArray(bytes, sources.end, 'text', text, orNull);
  const values = readArray(bytes, keyIds.end, 'bytea', (from, to) => bytes.subarray(from, to), orNull);
  const cell = <Value>(column: { readonly values: readonly Value[] }, row: number): Value => {
    const value = column.values[row];
    if (value === undefined) throw new Error('the columns differ in length');
    return value;
  };
  const records = values.values.map((value, row) => ({
    stream,
    partition,
    offset: cell(offsets, row),
    appendTime: cell(times, row),
    key: cell(keys, row),
    recordId: cell(ids, row),
    type: cell(types, row),
    version: cell(versions, row),
    source: cell(sources, row),
    keyId: cell(keyIds, row),
    value,
  }));
  return { records, end: values.end };
}

function refuseNull(): never {
  throw new Error('a null in a column that allows no nulls');
}

function readInt8(bytes: Buffer, at: number): number {
  const value = bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
  if (!Number.isSafeInteger(value)) throw new Error('an integer exceeds 2^53');
  return value;
}

function readUuid(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
