import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, AnswerBody } from './answer.ts';
import type { ApiError } from './errors.ts';
import { json } from './response-headers.ts';

export function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status);
  if (headers !== undefined) reply.headers(headers);
  if (body === null) return reply.send();
  if (!reply.hasHeader('content-type')) reply.header('content-type', json);
  // Fastify reads a stream to its end also where nobody gets the body.
  if (reply.request.method === 'HEAD' && 'stream' in body) body.stream.destroy();
  return reply.send(payloadOf(body));
}

function payloadOf(body: AnswerBody): string | Buffer | Readable {
  if ('json' in body) return JSON.stringify(body.json);
  if ('text' in body) return body.text;
  return 'bytes' in body ? body.bytes : body.stream;
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  reply.code(error.status).header('content-type', json).header('cache-control', 'no-store');
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter));
  // A body that nobody reads must not be taken for the next request.
  if (hasBody(request)) reply.header('connection', 'close');
  return reply.send(error.body);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
