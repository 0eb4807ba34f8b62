import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** `cut_off` is a streamed answer that failed halfway or lost its client. */
export type AnswerStatus = number | 'cut_off';

/** Calls `observe` once for every answer of these routes, with the seconds since the request. */
export function measureAnswers(
  scope: FastifyInstance,
  observe: (request: FastifyRequest, status: AnswerStatus, seconds: number) => void,
): void {
  function measure(request: FastifyRequest, reply: FastifyReply, status: AnswerStatus): void {
    observe(request, status, reply.elapsedTime / 1_000);
  }

  scope.addHook('onResponse', (request, reply, done) => {
    measure(request, reply, reply.statusCode);
    done();
  });
  // Fastify calls no onResponse hook for an answer that was cut off.
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) {
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) measure(request, reply, 'cut_off');
      });
    }
    done();
  });
}
