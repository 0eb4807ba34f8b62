import fastify from 'fastify';
import { Pool } from 'pg';
import { holdings } from '../../../shared/events/holdings.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import type { ProjectionName } from '../../../shared/projection/projection.ts';
import { serveJobs } from './worker.ts';

/** Plain routes over the tables of a hub: PostgreSQL writes the JSON of the whole answer. */
export interface JsonRivalJob {
  readonly databaseUrl: string;
}

let close = async () => {};

serveJobs<JsonRivalJob, { port: number }>(
  async ({ databaseUrl }) => {
    const pool = new Pool({ connectionString: databaseUrl, max: 10 });
    const app = fastify();
    for (const [name, text] of Object.entries(await statements(databaseUrl))) {
      app.get<{ Params: { id: string } }>(`/${name}/:id`, async (request, reply) => {
        const { rows } = await pool.query({ name, text, values: [request.params.id] });
        return reply.type('application/json').send(rows[0].data);
      });
    }
    await app.listen({ port: 0, host: '127.0.0.1' });
    close = async () => {
      await app.close();
      await pool.end();
    };
    return { port: (app.server.address() as { port: number }).port };
  },
  () => close(),
);

const iso = (column: string) =>
  `to_char(to_timestamp(${column} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

async function statements(url: string): Promise<Readonly<Record<string, string>>> {
  const database = openDatabase({ url, name: 'bench', maxConnections: 1, statementTimeoutMs: 60_000 });
  const schemaOf = async (projection: ProjectionName) => (await findLive(database, projection))?.schema;
  const [feed, achievements, storages] = [
    await schemaOf('event-feed'),
    await schemaOf('account-achievements'),
    await schemaOf('item-storages'),
  ];
  await database.close();
  return {
    bank: `select json_build_object('data', json_build_object('account', $1::text, 'storages', json_agg(json_build_object(
             'storage', storage, 'updated_at', ${iso('updated_at')},
             'items', (select json_agg(json_build_object('id', item_id, 'name', null, 'quantity', quantity,
                         'ge_price', null, 'ha_price', null, 'equipment_slot', null, 'inventory_slot', null)
                         order by item_id)
                       from ${storages}.stored_item as item
                       where (item.account_id, item.storage) = (storage.account_id, storage.storage))))))::text as data
           from ${storages}.storage
           where account_id = $1`,
    'collection-log': `select json_build_object('data', json_build_object('account', $1::text, 'items', json_agg(
             json_build_object('id', coalesce(kept.id, item_id), 'name', name, 'quantity', quantity,
               'obtained_at', ${iso('obtained_at')}, 'source', source, 'kill_count', kill_count)
             order by obtained_at desc nulls last)))::text as data
           from (select item.* from ${achievements}.held, json_to_recordset(content -> 'items') as item (id int, quantity int)
                 where account_id = $1 and type = '${holdings['collection-log'].type}') as kept
           full join (select * from ${achievements}.obtained where account_id = $1) as obtained on kept.id = item_id`,
    drops: `select json_build_object('data', json_build_object('account', $1::text, 'sources', json_agg(of_source)))::text as data
           from (select source, min(kind) as kind, sum(drops) as drops, sum(value_gp) as value_gp,
                   max(kill_count) as kill_count, ${iso('max(last_at)')} as last_at,
                   json_agg(json_build_object('id', item_id, 'name', name, 'quantity', quantity, 'value_gp', value_gp,
                     'first_at', ${iso('first_at')}, 'last_at', ${iso('last_at')}) order by value_gp desc) as items
                 from (select source, min(kind) as kind, item_id, min(name) as name, count(*) as drops,
                         max(kill_count) as kill_count, sum(quantity) as quantity, sum(item.value_gp) as value_gp,
                         min(occurred.occurred_at) as first_at, max(occurred.occurred_at) as last_at
                       from ${feed}.account_drop as occurred
                       join ${feed}.drop_item as item using (account_id, seq)
                       where account_id = $1
                       group by source, item_id) as of_item
                 group by source
                 order by value_gp desc
                 limit 100) as of_source`,
  };
}
