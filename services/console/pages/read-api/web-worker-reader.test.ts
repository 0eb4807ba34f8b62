import { expect, test } from 'vitest';
import { NewsReader, type SnapshotAnswer } from '../../../../shared/client/snapshot-news.ts';
import type { SnapshotWorkerReply } from './snapshot-worker.ts';
import { WebWorkerReader } from './web-worker-reader.ts';

class TestWorker extends EventTarget {
  readonly posted: SnapshotAnswer[] = [];
  ended = false;

  postMessage(answer: SnapshotAnswer): void {
    this.posted.push(answer);
  }

  terminate(): void {
    this.ended = true;
  }

  say(data: SnapshotWorkerReply): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
}

function answerOf(etag: string): SnapshotAnswer {
  const text = JSON.stringify({ data: [{ id: etag }], meta: { last_modified: '2026-09-14T00:00:00.000Z' } });
  return { body: new TextEncoder().encode(text).buffer, etag, full: true, base: null, state: etag };
}

function open() {
  const worker = new TestWorker();
  return { worker, reader: new WebWorkerReader(worker) };
}

test('answers are read in the worker once it has started', async () => {
  const { worker, reader } = open();
  expect(await reader.read(answerOf('one'))).toMatchObject({ etag: 'one', ids: ['one'] });
  expect(worker.posted).toEqual([]);
  worker.say('started');
  for (const etag of ['two', 'three']) {
    const reading = reader.read(answerOf(etag));
    worker.say({ news: JSON.stringify(new NewsReader().read(answerOf(etag))) });
    expect(await reading).toMatchObject({ etag, ids: [etag] });
  }
  expect(worker.posted.length).toBe(2);
  reader.close();
  expect(worker.ended).toBe(true);
});

test('an answer that the worker cannot read is an error', async () => {
  const { worker, reader } = open();
  worker.say('started');
  const reading = reader.read(answerOf('one'));
  worker.say({ news: null });
  await expect(reading).rejects.toThrow('the body is not a snapshot');
});

test('when the worker fails, the current answer and all later answers are read without it', async () => {
  const { worker, reader } = open();
  worker.say('started');
  const reading = reader.read(answerOf('one'));
  worker.fail();
  expect(await reading).toMatchObject({ etag: 'one' });
  expect(await reader.read(answerOf('two'))).toMatchObject({ etag: 'two' });
  expect([worker.posted.length, worker.ended]).toEqual([1, true]);
});

test('a worker that does not reply before the next answer is stopped', async () => {
  const { worker, reader } = open();
  worker.say('started');
  const readings = [reader.read(answerOf('one')), reader.read(answerOf('two'))];
  expect(await Promise.all(readings)).toMatchObject([{ etag: 'one' }, { etag: 'two' }]);
  expect(worker.ended).toBe(true);
});
