import { request } from 'node:http';
import { fastify } from 'fastify';
import { serveJobs } from './workers.ts';

/**
 * What the hub is compared with, in a process of its own: Fastify that only parses a report, sends the bytes of a
 * snapshot from a buffer, and answers 304 without looking at anything.
 */
export interface ReferenceJob {
  /** A hub and one of its keys, whose snapshot is what is sent; with `since`, only that of `/since` is copied. */
  readonly copyFrom: { readonly port: number; readonly key: string; readonly since?: string } | null;
}

export interface Reference {
  readonly port: number;
  readonly plainBytes: number;
  readonly gzipBytes: number;
}

const app = fastify({ bodyLimit: 256 * 1024 });
let plain: Buffer = Buffer.alloc(0);
let gzip: Buffer = Buffer.alloc(0);
let since: Buffer = Buffer.alloc(0);
const json = 'application/json; charset=utf-8';

app.post('/api/osrs-data/events', (_request, reply) => reply.send({ ok: true }));
app.get('/plain', (_request, reply) => reply.header('content-type', json).send(plain));
app.get('/gzip', (_request, reply) =>
  reply.header('content-type', json).header('content-encoding', 'gzip').send(gzip),
);
app.get('/since', (_request, reply) => reply.header('content-type', json).send(since));
app.get('/not-modified', (_request, reply) => reply.code(304).header('etag', 'W/"reference"').send());

serveJobs<ReferenceJob, Reference>(
  async ({ copyFrom }) => {
    if (copyFrom?.since !== undefined) {
      since = await fetchSnapshot(copyFrom, 'identity');
    } else if (copyFrom !== null) {
      plain = await fetchSnapshot(copyFrom, 'identity');
      gzip = await fetchSnapshot(copyFrom, 'gzip');
    }
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const { port = 0 } = app.server.address() as { port?: number };
    return { port, plainBytes: plain.length, gzipBytes: gzip.length };
  },
  () => app.close(),
);

/** The bytes as they are sent; the limit of one snapshot a second per key is waited out. */
async function fetchSnapshot(
  { port, key, since: from }: NonNullable<ReferenceJob['copyFrom']>,
  coding: string,
): Promise<Buffer> {
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': coding };
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const path = from === undefined ? '/api/v1/snapshot' : `/api/v1/snapshot?since=${from}`;
  request({ host: '127.0.0.1', port, path, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      if (response.statusCode === 200) resolve(Buffer.concat(chunks));
      else reject(new Error(`the hub answers ${path} with ${response.statusCode}`));
    });
  })
    .on('error', reject)
    .end();
  return promise;
}
