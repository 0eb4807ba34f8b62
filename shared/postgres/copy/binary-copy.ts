/** A copied row costs less than an upsert. */

export type CopyType = keyof CopyValues;

export interface CopyValues {
  readonly text: string;
  readonly int8: number;
  readonly int4: number;
  readonly int2: number;
  readonly bool: boolean;
  readonly uuid: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Stored as `JSON.stringify` writes it. */
  readonly json: object;
  readonly bytea: Buffer;
  readonly 'int4[]': readonly number[];
}

export type CopyColumns = Readonly<Record<string, CopyType>>;

export type CopyRow<Columns extends CopyColumns> = {
  readonly [Name in keyof Columns]: CopyValues[Columns[Name]] | null;
};

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const trailer = -1;
const ofNull = -1;
const startBytes = 64 * 1024;
/** A UTF-16 unit takes at most 3 bytes in UTF-8. */
const utf8PerUnit = 3;
/**
 * PostgreSQL stores NUL and lone surrogates in a JSON column, but refuses them when it reads JSON.
 */
const refusedEscape = /(?<!\\)(?:\\\\)*\\u(0000|d[89a-f])/i;
const int4Oid = 23;
/** PostgreSQL counts days from here. */
const firstDay = Date.UTC(2000, 0, 1);
const dayMs = 86_400_000;

/** @throws ValueRefused for a value that a statement with JSON would refuse */
export function encodeCopyRows<Columns extends CopyColumns>(
  columns: Columns,
  rows: readonly CopyRow<Columns>[],
): Buffer {
  const types = Object.entries(columns);
  const out = new GrowingBuffer();
  out.bytes(signature);
  for (const row of rows) {
    out.int2(types.length);
    for (const [name, type] of types) {
      const value = row[name];
      if (value === null || value === undefined) out.int4(ofNull);
      else writers[type](out, value as never);
    }
  }
  out.int2(trailer);
  return out.written();
}

/** The code is the code of PostgreSQL's error for such data. */
export class ValueRefused extends Error {
  override readonly name = 'ValueRefused';
  readonly code = '22P02';
}

const writers: { readonly [Type in CopyType]: (out: GrowingBuffer, value: CopyValues[Type]) => void } = {
  text: (out, value) => {
    // In UTF-8 a lone surrogate would become another character.
    if (!value.isWellFormed()) throw new ValueRefused('a text holds half of a surrogate pair');
    out.text(value);
  },
  json: (out, value) => {
    const text = JSON.stringify(value);
    if (refusedEscape.test(text))
      throw new ValueRefused('a JSON value contains an escape that is not a character');
    out.text(text);
  },
  int8: (out, value) => {
    if (!Number.isSafeInteger(value)) throw new ValueRefused('a bigint is not a safe integer');
    out.int4(8);
    out.int4(Math.floor(value / 2 ** 32));
    out.int4(value | 0);
  },
  int4: (out, value) => {
    out.int4(4);
    out.int4(fitting(value, 2 ** 31));
  },
  int2: (out, value) => {
    out.int4(2);
    out.int2(fitting(value, 2 ** 15));
  },
  bool: (out, value) => {
    out.int4(1);
    out.int1(value ? 1 : 0);
  },
  uuid: (out, value) => {
    const bytes = Buffer.from(value.replaceAll('-', ''), 'hex');
    if (bytes.length !== 16) throw new ValueRefused('a uuid is invalid');
    out.int4(16);
    out.bytes(bytes);
  },
  date: (out, value) => {
    const days = (Date.parse(value) - firstDay) / dayMs;
    if (!Number.isInteger(days)) throw new ValueRefused('a date is no day');
    writers.int4(out, days);
  },
  bytea: (out, value) => {
    out.int4(value.length);
    out.bytes(value);
  },
  'int4[]': (out, values) => {
    const dimensions = values.length === 0 ? 0 : 1;
    out.int4(12 + dimensions * 8 + values.length * 8);
    out.int4(dimensions);
    out.int4(0);
    out.int4(int4Oid);
    if (dimensions === 0) return;
    out.int4(values.length);
    out.int4(1);
    for (const value of values) writers.int4(out, value);
  },
};

function fitting(value: number, bound: number): number {
  if (Number.isInteger(value) && value >= -bound && value < bound) return value;
  throw new ValueRefused('an integer exceeds its column');
}

class GrowingBuffer {
  #buffer = Buffer.allocUnsafe(startBytes);
  #at = 0;

  int1(value: number): void {
    this.#require(1);
    this.#at = this.#buffer.writeInt8(value, this.#at);
  }

  int2(value: number): void {
    this.#require(2);
    this.#at = this.#buffer.writeInt16BE(value, this.#at);
  }

  int4(value: number): void {
    this.#require(4);
    this.#at = this.#buffer.writeInt32BE(value, this.#at);
  }

  bytes(value: Buffer): void {
    this.#require(value.length);
    this.#at += value.copy(this.#buffer, this.#at);
  }

  text(value: string): void {
    this.#require(4 + value.length * utf8PerUnit);
    const length = this.#buffer.write(value, this.#at + 4);
    this.#buffer.writeInt32BE(length, this.#at);
    this.#at += 4 + length;
  }

  written(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }

  #require(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}
