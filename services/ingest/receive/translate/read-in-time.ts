import { within } from '../../../../shared/async/waiting.ts';
import { isDatabaseUnavailable } from '../../../../shared/postgres/faults/database-unavailable.ts';
import type { IngestDeps } from '../../ingest-deps.ts';

/** The rest of the request's time is for the log. */
export const readTimeoutMs = 500;

/**
 * @param what names the read in the error log
 * @returns undefined when the read failed, or took longer than 500 ms
 */
export function readInTime<Result>(
  { logger }: Pick<IngestDeps, 'logger'>,
  what: string,
  read: Promise<Result>,
): Promise<Result | undefined> {
  const handled = read.catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) logger.error({ err: error }, `cannot read ${what}`);
    return undefined;
  });
  return within(readTimeoutMs, handled, () => undefined);
}
