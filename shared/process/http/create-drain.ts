import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { CloseOptions } from '../../async/lifecycle.ts';
import { pause, within } from '../../async/waiting.ts';

/** How long answers may take that are open when the process begins to stop. */
const openAnswersMs = 10_000;
/** How long answers may take that are open when the server takes no more requests. */
const lateAnswersMs = 2_000;

/**
 * Ends a server without an outage for its clients. The server takes requests until the answers that
 * were open at the stop have ended or are cut, and at least for `noticeMs`. In this time it answers
 * its health with 503, so that a balancer sends requests to other replicas. Call this before the
 * routes are registered.
 */
export function createDrain(
  app: FastifyInstance,
  openMs = openAnswersMs,
): (options: CloseOptions) => Promise<void> {
  const open = new Set<ServerResponse>();
  let isStopping = false;
  app.server.on('request', (_request, answer) => {
    open.add(answer);
    answer.once('close', () => open.delete(answer));
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!isStopping) return;
    reply.header('connection', 'close');
    if (request.url.split('?')[0] !== '/api/health') return;
    await reply.code(503).header('Retry-After', '1').send({ status: 'unavailable' });
  });

  return async ({ noticeMs = 0 }) => {
    isStopping = true;
    const long = [...open];
    const ended = Promise.all(long.map((answer) => once(answer, 'close')));
    await Promise.all([pause(noticeMs), within(openMs, ended, () => [])]);
    for (const answer of long) answer.destroy();
    const force = setTimeout(() => app.server.closeAllConnections(), lateAnswersMs);
    try {
      await app.close();
    } finally {
      clearTimeout(force);
    }
  };
}
