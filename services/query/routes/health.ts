import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../../shared/postgres/database.ts';
import { json } from '../response-headers.ts';

const timeoutMs = 2_000;

/**
 * `GET /api/health`: 200 when the database answers, 503 otherwise, and nothing about the deployment. Anyone may ask,
 * so requests that come while a check is under way share it.
 */
export function healthHandler(database: Database) {
  let checking: Promise<boolean> | undefined;

  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    checking ??= answers(database).finally(() => {
      checking = undefined;
    });
    const healthy = await checking;
    if (!healthy) reply.header('Retry-After', '1');
    return reply
      .code(healthy ? 200 : 503)
      .header('Content-Type', json)
      .send(JSON.stringify({ status: healthy ? 'ok' : 'unavailable' }));
  };
}

async function answers(database: Database): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, timeoutMs, false);
  const answered = database.one({ text: 'select 1 as one', name: 'health' }).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
