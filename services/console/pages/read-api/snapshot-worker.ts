import { UnreadableBody } from '../../../../shared/client/json-object.ts';
import { NewsReader, type SnapshotAnswer } from '../../../../shared/client/snapshot-news.ts';

/** The web worker behind `WebWorkerReader` sends no requests and never sees the API key. */

/** `news` is JSON of `SnapshotNews`; null when the body is no answer of `/snapshot`. */
export type SnapshotWorkerReply = 'started' | { readonly news: string | null };

const reader = new NewsReader();

addEventListener('message', ({ data }: MessageEvent<SnapshotAnswer>) => reply({ news: newsOf(data) }));
reply('started');

/** Text, because copying objects costs the page's thread more. */
function newsOf(answer: SnapshotAnswer): string | null {
  try {
    return JSON.stringify(reader.read(answer));
  } catch (error) {
    // Any other error fails the worker, and the page's thread reads the answer.
    if (!(error instanceof UnreadableBody)) throw error;
    return null;
  }
}

function reply(message: SnapshotWorkerReply): void {
  postMessage(message);
}
