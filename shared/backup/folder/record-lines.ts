import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import type { Partition } from '../../events/streams.ts';
import type { LogRecord } from '../../log/event-log.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 6, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** A record in the backup keys. */
export const RecordLine = z.strictObject({
  offset: z.int().nonnegative(),
  time: z.int().nonnegative(),
  key: z.string(),
  id: z.guid(),
  type: z.string(),
  version: z.int(),
  source: z.string(),
  key_id: z.string().nullable(),
  text: z.string().optional(),
  base64: z.base64().optional(),
});

type Line = z.infer<typeof RecordLine>;

export function recordLineOf(record: LogRecord): Line {
  const { offset, appendTime: time, key, recordId: id, type, version, source, keyId: key_id, value } = record;
  return { offset, time, key, id, type, version, source, key_id, ...contentOf(value) };
}

/** Text for UTF-8, because base64 of JSON compresses badly. */
function contentOf(value: Buffer | null): Pick<Line, 'text' | 'base64'> {
  if (value === null) return {};
  const text = value.toString('utf8');
  return Buffer.from(text, 'utf8').equals(value) ? { text } : { base64: value.toString('base64') };
}

export function recordOfLine({ stream, partition }: Partition, line: Line): LogRecord {
  const { offset, time: appendTime, key, id: recordId, type, version, source, key_id: keyId } = line;
  const value = bytesOf(line);
  return { stream, partition, offset, appendTime, key, recordId, type, version, source, keyId, value };
}

function bytesOf({ text, base64 }: Line): Buffer | null {
  if (text !== undefined) return Buffer.from(text, 'utf8');
  return base64 === undefined ? null : Buffer.from(base64, 'base64');
}

export function compressText(text: string): Promise<Buffer> {
  return compress(Buffer.from(text, 'utf8'), compression);
}

/**
 * @throws for bytes that are not compressed text, a wrong checksum, or a text longer than
 * `bytesMax`
 */
export async function decompressText(bytes: Buffer, bytesMax: number): Promise<string> {
  return (await decompress(bytes, { maxOutputLength: bytesMax })).toString('utf8');
}
