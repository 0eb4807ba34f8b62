import { UnreadableBody } from '../../../../shared/client/json-object.ts';
import {
  NewsReader,
  type SnapshotAnswer,
  type SnapshotNews,
  type SnapshotReader,
} from '../../../../shared/client/snapshot-news.ts';
import type { SnapshotWorkerReply } from './snapshot-worker.ts';

type NewsReply = Exclude<SnapshotWorkerReply, 'started'>;

export type WebWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

/** Reads in this thread when the browser cannot start a worker. */
export function openWebWorkerReader(): SnapshotReader {
  try {
    return new WebWorkerReader(
      new Worker(new URL('./snapshot-worker.ts', import.meta.url), { type: 'module' }),
    );
  } catch {
    return new NewsReader();
  }
}

/**
 * This thread reads until the worker has started and after it failed, so that no answer is lost.
 */
export class WebWorkerReader implements SnapshotReader {
  readonly #worker: WebWorker;
  #runs = false;
  #here = new NewsReader();
  /** Receives null when no reply will come. */
  #take: ((reply: NewsReply | null) => void) | null = null;

  constructor(worker: WebWorker) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<SnapshotWorkerReply>) => this.#receive(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#fail();
    });
  }

  async read(answer: SnapshotAnswer): Promise<SnapshotNews> {
    // A worker hangs when it has not answered before the next poll.
    if (this.#take !== null) this.#fail();
    const reply = this.#runs ? await this.#ask(answer) : null;
    if (reply === null) return this.#here.read(answer);
    if (reply.news === null) throw new UnreadableBody('the body is not a snapshot');
    return JSON.parse(reply.news);
  }

  close(): void {
    this.#worker.terminate();
  }

  /** Copies the body, because this thread needs it when the worker fails. */
  #ask(answer: SnapshotAnswer): Promise<NewsReply | null> {
    const { promise, resolve } = Promise.withResolvers<NewsReply | null>();
    this.#take = resolve;
    this.#worker.postMessage(answer);
    return promise;
  }

  #receive(reply: SnapshotWorkerReply): void {
    if (reply === 'started') {
      this.#runs = true;
      // From now on the worker remembers earlier answers, and this thread forgets them.
      this.#here = new NewsReader();
      return;
    }
    this.#take?.(reply);
    this.#take = null;
  }

  #fail(): void {
    this.#runs = false;
    this.#worker.terminate();
    this.#take?.(null);
    this.#take = null;
  }
}
