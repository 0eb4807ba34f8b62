import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { createDriverFactory, type DriverFactory } from 'slonik';
import { PostgresClient } from './postgres-client.ts';

type Setup = Parameters<typeof createDriverFactory>[0];
type PoolClient = Awaited<ReturnType<Awaited<ReturnType<Setup>>['createPoolClient']>>;
type Result = Awaited<ReturnType<PoolClient['query']>>;

/**
 * Sessions for slonik's pool. Its own driver looks types up on a client without a listener for errors, and its pool takes
 * a client that was lost while it connected for one that works; either ends the process when the server terminates the
 * session at that moment.
 */
export function createSlonikDriver(config: pg.ClientConfig): DriverFactory {
  return createDriverFactory(async () => ({
    createPoolClient: async ({ clientEventEmitter }) => {
      // Statements without values are sent as the others are: one at a time, never several in one text.
      const client = new PostgresClient({ ...config, queryMode: 'extended' } as pg.ClientConfig);
      let connected = false;
      let lost: Error | undefined;
      client.on('error', (error) => {
        lost = error;
        // The pool listens from when it has the client to when it has dropped it.
        if (connected && clientEventEmitter.listenerCount('error') > 0)
          clientEventEmitter.emit('error', error);
      });
      return {
        connect: async () => {
          await client.connect();
          // What came in one packet with the greeting is known in the next turn, before the pool has the client.
          await nextTurn();
          if (lost !== undefined) throw lost;
          connected = true;
        },
        end: () => client.end(),
        query: async (text, values) => toResult(await client.query(text, values)),
        stream: () => {
          throw new Error('rows are not read as a stream here');
        },
      };
    },
  }));
}

function toResult({ command, fields, rowCount, rows }: pg.QueryResult): Result {
  return {
    command: command as Result['command'],
    fields: fields.map(({ dataTypeID, name }) => ({ dataTypeId: dataTypeID, name })),
    rowCount,
    rows,
  };
}
