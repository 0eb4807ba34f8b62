import type { FastifyReply, FastifyRequest } from 'fastify';
import { within } from '../../async/waiting.ts';

const timeoutMs = 2_000;

/**
 * `GET /api/health`: 200 when the process's database answers, otherwise 503, and no details of the deployment. Anyone may
 * ask, so requests that arrive during a check share it.
 * @param ask queries what has to answer; if it rejects, the process is not healthy
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
