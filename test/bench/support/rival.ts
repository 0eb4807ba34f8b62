import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import { Pool } from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../../shared/postgres/embedded/embedded-postgres.ts';
import { serveJobs } from './worker.ts';

/** A server without history: each report updates the row of its account in place, durably. */
export interface RivalJob {
  readonly dataDir: string;
  readonly tokens: readonly string[];
}

export interface RivalServer {
  readonly port: number;
  readonly postgresPid: number;
  readonly databaseUrl: string;
}

let close = async () => {};

serveJobs<RivalJob, RivalServer>(
  async ({ dataDir, tokens }) => {
    const logger = pino({ level: 'error' }, pino.destination(2));
    const postgres = await startEmbeddedPostgres({ dataDir, logger });
    const pool = new Pool({ connectionString: postgres.url, max: 10 });
    await pool.query(`create table account (token_hash bytea primary key, state jsonb not null default '{}',
                      seen_at timestamptz) with (fillfactor = 50)`);
    await pool.query('insert into account (token_hash) select * from unnest($1::bytea[])', [
      tokens.map(hashOf),
    ]);
    const app = fastify();
    app.post('/api/group/:name/update-group-member', async (request, reply) => {
      const { rowCount } = await pool.query({
        name: 'update',
        text: 'update account set state = state || $2, seen_at = now() where token_hash = $1',
        values: [hashOf(request.headers.authorization ?? ''), JSON.stringify(request.body)],
      });
      return reply.code(rowCount === 1 ? 200 : 401).send();
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    close = async () => {
      await app.close();
      await pool.end();
      await postgres.stop();
    };
    const { port } = app.server.address() as { port: number };
    const pidFile = await readFile(join(postgres.directory, 'postmaster.pid'), 'utf8');
    return { port, postgresPid: Number(pidFile.split('\n')[0]), databaseUrl: postgres.url };
  },
  () => close(),
);

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
