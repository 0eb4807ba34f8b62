import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** `cut_off` is a streamed answer that failed midway or whose client went away. */
export type AnswerStatus = number | 'cut_off';

/** Has every answer of these routes observed once, with the seconds since its request came. */
export function measureAnswers(
  scope: FastifyInstance,
  observe: (request: FastifyRequest, status: AnswerStatus, seconds: number) => void,
): void {
  function note(request: FastifyRequest, reply: FastifyReply, status: AnswerStatus): void {
    observe(request, status, reply.elapsedTime / 1_000);
  }

  scope.addHook('onResponse', (request, reply, done) => {
    note(request, reply, reply.statusCode);
    done();
  });
  // Fastify calls no onResponse hook for an answer that was not sent to its end.
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) {
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) note(request, reply, 'cut_off');
      });
    }
    done();
  });
}
