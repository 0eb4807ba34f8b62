import { expect, test } from 'vitest';
import { createStreamLimit } from './stream-limit.ts';
import { textAnswer } from './text-answer.ts';

const piece = 'x'.repeat(40_000);

function answerOf(pieces: number) {
  const answer = { read: 0, chunks: chunks() };
  async function* chunks() {
    while (answer.read < pieces) {
      answer.read += 1;
      yield piece;
    }
  }
  return answer;
}

test('a short answer does not wait for other answers', async () => {
  const limit = createStreamLimit();
  void limit.work(() => new Promise(() => {}));
  async function* short() {
    yield '{}';
  }
  expect((await textAnswer(short(), limit, 'a')).body).toEqual({ text: '{}' });
});

test('an answer that waits for its turn has read only its first piece', async () => {
  const limit = createStreamLimit();
  const held = Promise.withResolvers<void>();
  const busy = limit.work(() => held.promise);
  const [long, other] = [answerOf(5), answerOf(5)];
  const answers = [long, other].map(({ chunks }) => textAnswer(chunks, limit, 'a'));
  await expect.poll(() => [long.read, other.read]).toEqual([1, 1]);
  held.resolve();
  await busy;
  for (const { body } of await Promise.all(answers)) {
    if (body === null || !('stream' in body)) throw new Error('it is sent whole');
    let length = 0;
    for await (const chunk of body.stream) length += String(chunk).length;
    expect(length).toBe(5 * piece.length);
  }
  expect([long.read, other.read]).toEqual([5, 5]);
});
