import {
  NewsReader,
  type SnapshotAnswer,
  type SnapshotNews,
  type SnapshotReader,
} from '../../../../shared/client/snapshot-news.ts';
import type { SnapshotWorkerReply } from './snapshot-worker.ts';

type NewsReply = Exclude<SnapshotWorkerReply, 'started'>;

/** The part of a `Worker` that is used. */
export type WebWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

/** Reads in a worker; where the browser makes none, in this thread. */
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
 * Reads in a worker: of a poll of 500 accounts, parsing and comparing took half of the time of the page's thread. Until the
 * worker has started, and for good after it failed, this thread reads, so that no answer is lost.
 */
export class WebWorkerReader implements SnapshotReader {
  readonly #worker: WebWorker;
  #runs = false;
  #here = new NewsReader();
  /** Takes the reply; null says that none will come. */
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
    // A worker that is behind by a whole poll hangs.
    if (this.#take !== null) this.#fail();
    const reply = this.#runs ? await this.#ask(answer) : null;
    if (reply === null) return this.#here.read(answer);
    if (reply.news === null) throw new Error('the body is none of a snapshot');
    return JSON.parse(reply.news);
  }

  close(): void {
    this.#worker.terminate();
  }

  /** The body is copied and not handed over, for the case that the worker fails with it. */
  #ask(answer: SnapshotAnswer): Promise<NewsReply | null> {
    const { promise, resolve } = Promise.withResolvers<NewsReply | null>();
    this.#take = resolve;
    this.#worker.postMessage(answer);
    return promise;
  }

  #receive(reply: SnapshotWorkerReply): void {
    if (reply === 'started') {
      this.#runs = true;
      // What this thread remembers of answers is the worker's to remember from now on.
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
