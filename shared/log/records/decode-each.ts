import type { LogRecord } from '../event-log.ts';
import type { Decoded, Journal } from '../journal.ts';

/** Decodes records of several partitions in one call. @returns each of `parts` with what its records are */
export async function decodeEach<Part extends { readonly records: readonly LogRecord[] }>(
  { decode }: Pick<Journal, 'decode'>,
  parts: readonly Part[],
): Promise<(Part & { readonly decoded: readonly Decoded[] })[]> {
  const decoded = await decode(parts.flatMap(({ records }) => records));
  let at = 0;
  return parts.map((part) => {
    const from = at;
    at += part.records.length;
    return { ...part, decoded: decoded.slice(from, at) };
  });
}
