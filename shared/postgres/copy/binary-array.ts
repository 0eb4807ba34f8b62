/** The binary form costs less than the text form of the driver. */

const oids = { bytea: 17, int8: 20, int2: 21, int4: 23, text: 25, uuid: 2950 } as const;
/** The bytes of an element; other types have any number. */
const sizes: Partial<Record<keyof typeof oids, number>> = { int2: 2, int4: 4, int8: 8, uuid: 16 };

/** The header: dimensions, has-null flag, element type, length, lower bound. */
const headerBytes = 20;
/** A UTF-16 unit takes at most 3 bytes in UTF-8. */
const utf8PerUnit = 3;

/** `text[]`; null elements are allowed. */
export function textArray(values: readonly (string | null)[]): Buffer {
  let bound = 0;
  for (const value of values) bound += 4 + (value === null ? 0 : value.length * utf8PerUnit);
  const array = startArray(oids.text, values.length, bound);
  let at = headerBytes;
  for (const value of values) {
    const length = value === null ? -1 : array.write(value, at + 4);
    array.writeInt32BE(length, at);
    at += 4 + Math.max(length, 0);
  }
  return array.subarray(0, at);
}

/** `bytea[]`; null elements are allowed. */
export function byteaArray(values: readonly (Buffer | null)[]): Buffer {
  let size = 0;
  for (const value of values) size += 4 + (value === null ? 0 : value.length);
  const array = startArray(oids.bytea, values.length, size);
  let at = headerBytes;
  for (const value of values) {
    array.writeInt32BE(value === null ? -1 : value.length, at);
    at += 4;
    if (value !== null) at += value.copy(array, at);
  }
  return array;
}

export function int2Array(values: readonly number[]): Buffer {
  const array = startArray(oids.int2, values.length, values.length * 6);
  let at = headerBytes;
  for (const value of values) {
    array.writeInt32BE(2, at);
    array.writeInt16BE(value, at + 4);
    at += 6;
  }
  return array;
}

export function int4Array(values: readonly number[]): Buffer {
  const array = startArray(oids.int4, values.length, values.length * 8);
  let at = headerBytes;
  for (const value of values) {
    array.writeInt32BE(4, at);
    array.writeInt32BE(value, at + 4);
    at += 8;
  }
  return array;
}

/** `bigint[]`, of safe integers. */
export function int8Array(values: readonly number[]): Buffer {
  const array = startArray(oids.int8, values.length, values.length * 12);
  let at = headerBytes;
  for (const value of values) {
    array.writeInt32BE(8, at);
    array.writeBigInt64BE(BigInt(value), at + 4);
    at += 12;
  }
  return array;
}

/** @throws when a value is not a uuid */
export function uuidArray(values: readonly string[]): Buffer {
  const array = startArray(oids.uuid, values.length, values.length * 20);
  let at = headerBytes;
  for (const value of values) {
    array.writeInt32BE(16, at);
    if (array.write(value.replaceAll('-', ''), at + 4, 16, 'hex') !== 16) throw new Error('not a uuid');
    at += 20;
  }
  return array;
}

/**
 * Reads the array of one dimension that begins at `start`.
 * @param read turns the bytes between two offsets into a value
 * @param ofNull gives the value of a null element; may throw
 * @throws when the bytes are not an array of these elements
 */
export function readArray<Value, Null>(
  bytes: Buffer,
  start: number,
  element: keyof typeof oids,
  read: (from: number, to: number) => Value,
  ofNull: () => Null,
): { readonly values: readonly (Value | Null)[]; readonly end: number } {
  const isOne = bytes.readInt32BE(start) === 1 && bytes.readInt32BE(start + 8) === oids[element];
  const count = bytes.readInt32BE(start + 12);
  if (!isOne || count < 0 || count > bytes.length) throw new Error(`not an array of ${element}`);
  const size = sizes[element];
  const values: (Value | Null)[] = [];
  let at = start + headerBytes;
  for (let index = 0; index < count; index += 1) {
    const length = bytes.readInt32BE(at);
    const from = at + 4;
    at = from + Math.max(length, 0);
    if (at > bytes.length || (length >= 0 && size !== undefined && length !== size)) {
      throw new Error(`an element of an array of ${element} has ${length} bytes`);
    }
    values.push(length < 0 ? ofNull() : read(from, at));
  }
  return { values, end: at };
}

function startArray(elementOid: number, length: number, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(headerBytes + bytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(1, 4);
  array.writeInt32BE(elementOid, 8);
  array.writeInt32BE(length, 12);
  array.writeInt32BE(1, 16);
  return array;
}
