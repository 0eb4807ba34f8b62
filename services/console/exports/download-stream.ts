import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { WriteText } from '../../operations/members/export-member.ts';

export interface DownloadLimits {
  /**
   * Disconnects a client that reads nothing for this long, because its file holds a database
   * connection.
   */
  readonly stalledAfterMs: number;
  /**
   * Disconnects a slow reader, who would hold a place and keep PostgreSQL from removing deleted
   * rows.
   */
  readonly wholeWithinMs: number;
}

const fileLimits: DownloadLimits = { stalledAfterMs: 30_000, wholeWithinMs: 600_000 };

/** The client left, or reads nothing, or too slowly. */
export class DownloadAborted extends Error {
  override readonly name = 'DownloadAborted';
}

/**
 * Creates a stream that `write` fills as fast as the client reads. At a limit the file ends in the
 * middle.
 * @returns also `written`, which rejects with the error of `write` or with DownloadAborted
 */
export function createDownloadStream(
  write: (put: WriteText) => Promise<void>,
  onTooSlow: () => void,
  { stalledAfterMs, wholeWithinMs }: DownloadLimits = fileLimits,
): { readonly file: PassThrough; readonly written: Promise<void> } {
  const file = new PassThrough();
  const tooSlow = setTimeout(() => {
    onTooSlow();
    file.destroy();
  }, wholeWithinMs);
  finished(file)
    .catch(() => {})
    .finally(() => clearTimeout(tooSlow));
  const written = write((text) => put(file, text, stalledAfterMs)).then(() => {
    file.end();
  });
  return { file, written };
}

async function put(file: PassThrough, text: string, stalledAfterMs: number): Promise<void> {
  if (file.destroyed) throw new DownloadAborted('the client left');
  if (file.write(text)) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stalled = setTimeout(() => reject(new DownloadAborted('the client takes nothing')), stalledAfterMs);
  const leave = () => reject(new DownloadAborted('the client left'));
  file.once('drain', resolve).once('close', leave);
  try {
    await promise;
  } finally {
    clearTimeout(stalled);
    file.off('drain', resolve).off('close', leave);
  }
}
