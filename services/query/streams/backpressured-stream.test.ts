import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createGzip } from 'node:zlib';
import { fastify } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { backpressuredStream } from './backpressured-stream.ts';

const chunk = 'x'.repeat(100_000);

interface Served {
  readonly port: number;
  readonly onClose: ReturnType<typeof vi.fn>;
  readonly onError: ReturnType<typeof vi.fn>;
  /** How many chunks the stream has taken before its last request. */
  readonly asked: () => number;
  /** Whether the source was closed. */
  readonly ended: () => boolean;
}

async function serve(count: number, stalledAfterMs?: number): Promise<Served> {
  let asked = 0;
  let ended = false;
  async function* chunks(): AsyncGenerator<string> {
    try {
      for (; asked < count; asked += 1) yield chunk;
    } finally {
      ended = true;
    }
  }
  const onClose = vi.fn();
  const onError = vi.fn();
  const app = fastify({ forceCloseConnections: true });
  app.get('/', (_request, reply) =>
    reply.send(backpressuredStream(chunks(), onClose, stalledAfterMs).on('error', onError)),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { port, onClose, onError, asked: () => asked, ended: () => ended };
}

test('sends the whole answer, and calls onClose once', async () => {
  const { port, onClose } = await serve(30);
  const [response] = (await once(get({ port }), 'response')) as [IncomingMessage];
  const text = (await response.toArray()).join('');
  expect(text).toHaveLength(30 * chunk.length);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce(), 15_000);
});

test('leaves no timer after a compressed answer, so that a stopping process can end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const onClose = vi.fn();
  const gzip = backpressuredStream([Buffer.from('small')], onClose).pipe(createGzip());
  const finished = once(gzip, 'finish');
  expect((await gzip.toArray()).length).toBeGreaterThan(0);
  await finished;
  await new Promise(setImmediate);
  expect(onClose).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('asks for no more chunks when the buffers are full, and disconnects a client that reads nothing', async () => {
  const { port, onClose, onError, asked, ended } = await serve(10_000, 300);
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce(), { timeout: 5_000 });
  expect(ended()).toBe(true);
  // The buffers of the stream and of the sockets hold these chunks.
  expect(asked()).toBeLessThan(200);
  expect(onError).not.toHaveBeenCalled();
  socket.resume();
  await once(socket, 'close');
});

test('ends when the client goes away', async () => {
  const { port, onClose, onError, ended } = await serve(10_000);
  const asking = get({ port });
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  await once(response, 'readable');
  asking.destroy();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce(), { timeout: 5_000 });
  expect(ended()).toBe(true);
  expect(onError).not.toHaveBeenCalled();
});

test('a slow client that keeps reading gets everything', async () => {
  const { port, onClose } = await serve(40, 200);
  const [response] = (await once(get({ port }), 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const part of response) {
    bytes += part.length;
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  expect(bytes).toBe(40 * chunk.length);
  expect(onClose).toHaveBeenCalledOnce();
});
