import type { FastifyReply, FastifyRequest } from 'fastify';
import { within } from '../../async/waiting.ts';

const timeoutMs = 2_000;

/**
 * `GET /api/health`: 200 when the database of the process answers, otherwise 503, without details
 * of the deployment. Anyone may send the request, so requests during a check share the check.
 * @param ask queries the database; the process is not healthy when it rejects
 */
export function healthHandler(ask: () => Promise<unknown>) {
  let checking: Promise<boolean> | undefined;

  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    checking ??= answers(ask).finally(() => {
      checking = undefined;
    });
    const healthy = await checking;
    if (!healthy) reply.header('Retry-After', '1');
    return reply
      .code(healthy ? 200 : 503)
      .header('Content-Type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ status: healthy ? 'ok' : 'unavailable' }));
  };
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  const answered = ask().then(
    () => true,
    () => false,
  );
  return within(timeoutMs, answered, () => false);
}
