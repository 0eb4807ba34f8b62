import { request } from 'node:http';
import { fastify } from 'fastify';
import pg from 'pg';
import { serveJobs } from './workers.ts';

/**
 * What the hub is compared with, in a process of its own: Fastify that only parses a report, sends the bytes of a
 * snapshot from a buffer, and answers 304 without looking at anything.
 */
export interface ReferenceJob {
  /** A hub and one of its keys, whose snapshot is what is sent; with `since`, only that of `/since` is copied. */
  readonly copyFrom: { readonly port: number; readonly key: string; readonly since?: string } | null;
  /** A schema where `/feed` reads the newest hundred events from, or `/xp` series, as somebody would write it with pg alone. */
  readonly database?: { readonly databaseUrl: string; readonly schema: string };
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
let pool: pg.Pool | null = null;
let newestEvents = { name: 'newest-events', text: '' };
let rangeEvents = { name: 'range-events', text: '' };
let series = { name: 'series', text: '' };
const json = 'application/json; charset=utf-8';

app.post('/api/osrs-data/events', (_request, reply) => reply.send({ ok: true }));
app.get('/plain', (_request, reply) => reply.header('content-type', json).send(plain));
app.get('/gzip', (_request, reply) =>
  reply.header('content-type', json).header('content-encoding', 'gzip').send(gzip),
);
app.get('/since', (_request, reply) => reply.header('content-type', json).send(since));
app.get('/feed', async (_request, reply) => {
  const { rows = [] } = (await pool?.query(newestEvents)) ?? {};
  const data = rows.reverse().map((row) => ({ ...row, data: JSON.parse(row.data) }));
  return reply.header('content-type', json).send(JSON.stringify({ data, next: rows.at(-1)?.seq }));
});
app.get<{ Querystring: { from: string; to: string } }>('/range', async ({ query }, reply) => {
  const values = [Date.parse(query.from), Date.parse(query.to)];
  const { rows = [] } = (await pool?.query({ ...rangeEvents, values })) ?? {};
  const data = rows.map((row) => ({ ...row, data: JSON.parse(row.data) }));
  return reply.header('content-type', json).send(JSON.stringify({ data, next: rows.at(-1)?.seq }));
});
app.get<{ Querystring: { accounts: string; from: string } }>('/xp', async ({ query }, reply) => {
  const values = [query.accounts.split(','), Date.parse(query.from)];
  const { rows = [] } = (await pool?.query({ ...series, values })) ?? {};
  return reply.header('content-type', json).send(rows[0]?.answer);
});
app.get('/not-modified', (_request, reply) => reply.code(304).header('etag', 'W/"reference"').send());

serveJobs<ReferenceJob, Reference>(
  async ({ copyFrom, database }) => {
    if (database !== undefined) {
      await pool?.end();
      pool = new pg.Pool({ connectionString: database.databaseUrl, max: 4 });
      newestEvents = { ...newestEvents, text: newestEventsOf(database.schema) };
      rangeEvents = { ...rangeEvents, text: rangeEventsOf(database.schema) };
      series = { ...series, text: seriesOf(database.schema) };
    }
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
  async () => {
    await app.close();
    await pool?.end();
  },
);

function seriesOf(schema: string): string {
  return `select json_agg(json_build_object('account', account_id, 'points', points))::text as answer
          from (
            select account_id,
              json_agg(json_build_array(to_timestamp(bucket / 1000) at time zone 'utc', xp) order by bucket) as points
            from ${schema}.sample_5m
            where account_id = any ($1) and skill = 'Overall' and bucket >= $2
            group by account_id
          ) account`;
}

const eventColumns = `seq, event_id as id, account_id, type, to_timestamp(occurred_at / 1000.0) as occurred_at,
            to_timestamp(received_at / 1000.0) as received_at, value_gp, item_id, npc_id, skill, level, tier, points,
            special_world, data`;

function newestEventsOf(schema: string): string {
  return `select ${eventColumns}
          from ${schema}.event
          order by seq desc
          limit 100`;
}

function rangeEventsOf(schema: string): string {
  return `select ${eventColumns}
          from ${schema}.event e
          where e.occurred_at >= $1 and e.occurred_at <= $2
          order by e.occurred_at desc, seq desc
          limit 100`;
}

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
