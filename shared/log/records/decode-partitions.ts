import type { LogRecord } from '../event-log.ts';
import type { DecodedRecord, Journal } from '../journal.ts';

export async function decodePartitions<Part extends { readonly records: readonly LogRecord[] }>(
  { decode }: Pick<Journal, 'decode'>,
  parts: readonly Part[],
): Promise<(Part & { readonly decoded: readonly DecodedRecord[] })[]> {
  const decoded = await decode(parts.flatMap(({ records }) => records));
  let at = 0;
  return parts.map((part) => {
    const from = at;
    at += part.records.length;
    return { ...part, decoded: decoded.slice(from, at) };
  });
}
