import { NewsReader, type SnapshotAnswer } from '../../../../shared/client/snapshot-news.ts';

/** The script of the worker that `WorkerReader` asks. It asks nobody itself, and never sees the key. */

/** What the worker says. `news` is JSON of `SnapshotNews`; null where the body is none of `/snapshot`. */
export type SnapshotWorkerReply = 'started' | { readonly news: string | null };

const reader = new NewsReader();

addEventListener('message', ({ data }: MessageEvent<SnapshotAnswer>) => reply({ news: newsOf(data) }));
reply('started');

/** As text, which costs the page's thread half of what objects do. */
function newsOf(answer: SnapshotAnswer): string | null {
  try {
    return JSON.stringify(reader.read(answer));
  } catch {
    return null;
  }
}

function reply(message: SnapshotWorkerReply): void {
  postMessage(message);
}
