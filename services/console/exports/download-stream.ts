import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { WriteText } from '../../operations/members/export-member.ts';

export interface DownloadLimits {
  /** A client that takes nothing for so long is disconnected: its file holds a connection to the database. */
  readonly stalledAfterMs: number;
  /**
   * So is one that has not all of it by then, however often it takes a little: nobody keeps others from theirs, or has the
   * database keep deleted rows, for longer. 150 MB, years of play, come through at 2 Mbit/s, and doctor finds transactions of
   * 15 minutes.
   */
  readonly wholeWithinMs: number;
}

const fileLimits: DownloadLimits = { stalledAfterMs: 30_000, wholeWithinMs: 600_000 };

/** The client left, or takes nothing, or too slowly. */
export class DownloadAborted extends Error {
  override readonly name = 'DownloadAborted';
}

/**
 * A file that `write` writes as fast as it is taken. At a limit it ends without its end: its connection is closed.
 * @returns also `written`, which resolves once all was written, and rejects as `write` or with ClientAway
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

/** @throws ClientAway */
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
