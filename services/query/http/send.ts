import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../errors/api-error.ts';
import { prefersGzip } from './accept-encoding.ts';
import type { RouteAnswer } from './answer.ts';
import { compressBytes, compressStream } from './compress.ts';
import { json } from './response-headers.ts';

/**
 * `onCutOff` gets a failure in the middle of a streamed body, after which no error can be answered
 * any more.
 */
export function sendAnswer(
  reply: FastifyReply,
  { status, headers, body }: RouteAnswer,
  onCutOff: (failure: unknown) => void,
): FastifyReply | Promise<FastifyReply> {
  reply.code(status);
  if (headers !== undefined) reply.headers(headers);
  if (body === null) return sendNoBody(reply);
  if (!reply.hasHeader('content-type')) reply.header('content-type', json);
  if ('chunks' in body) return sendChunks(reply, body.chunks, body.length);
  if ('stream' in body) return sendStream(reply, body.stream, onCutOff);
  if ('bytes' in body) return sendBytes(reply, body.bytes);
  return sendText(reply, 'json' in body ? JSON.stringify(body.json) : body.text);
}

/**
 * Characters of a text that Node writes together with the headers. A longer text is written faster
 * as a buffer, and is compressed for clients that accept gzip.
 */
const shortMax = 4_096;

function sendText(reply: FastifyReply, text: string): FastifyReply | Promise<FastifyReply> {
  if (text.length <= shortMax) return reply.send(text);
  return sendBytes(reply, Buffer.from(text));
}

function sendBytes(reply: FastifyReply, bytes: Buffer): FastifyReply | Promise<FastifyReply> {
  return bytes.length > shortMax && negotiatesGzip(reply)
    ? compressBytes(bytes).then((packed) => reply.send(packed))
    : reply.send(bytes);
}

function sendStream(
  reply: FastifyReply,
  stream: Readable,
  onCutOff: (failure: unknown) => void,
): FastifyReply {
  const isPacked = negotiatesGzip(reply);
  // Before the headers a failure goes to the error handler; after them Fastify only logs it to its
  // own logger.
  stream.once('error', (failure) => {
    if (reply.raw.headersSent) onCutOff(failure);
  });
  if (reply.request.method === 'HEAD') {
    // Fastify would read the stream to its end, though the answer to HEAD has no body.
    stream.destroy();
    return reply.send(stream);
  }
  return reply.send(isPacked ? compressStream(stream) : stream);
}

/**
 * Says in the headers how the body goes out, and to caches what that depends on.
 * @returns whether as gzip
 */
export function negotiatesGzip(reply: FastifyReply): boolean {
  reply.header('vary', 'Accept-Encoding');
  const isGzip = prefersGzip(reply.request.headers['accept-encoding']);
  if (isGzip) reply.header('content-encoding', 'gzip');
  return isGzip;
}

/**
 * Sends the chunks with one write of the socket. A stream, the only way of Fastify, takes ten times
 * as long for 500 chunks.
 */
function sendChunks(reply: FastifyReply, chunks: readonly Buffer[], length: number): FastifyReply {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return reply.send(only);
  const raw = takeOver(reply);
  // The client has gone: a write would be an error that nobody awaits.
  if (raw.destroyed) return reply;
  raw.writeHead(reply.statusCode, { 'content-length': length });
  raw.cork();
  for (const chunk of chunks) raw.write(chunk);
  raw.end();
  raw.uncork();
  return reply;
}

/**
 * Fastify would answer HEAD with `content-length: 0`, which is wrong for the resource that a 304
 * confirms.
 */
function sendNoBody(reply: FastifyReply): FastifyReply {
  const raw = takeOver(reply);
  if (raw.destroyed) return reply;
  raw.writeHead(reply.statusCode);
  raw.end();
  return reply;
}

/** The response, with the headers of the reply. */
function takeOver(reply: FastifyReply): ServerResponse {
  const { raw } = reply.hijack();
  if (raw.destroyed) return raw;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  return raw;
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  reply.code(error.status).header('content-type', json).header('cache-control', 'no-store');
  // Headers of a body that failed before any of it was sent.
  reply.removeHeader('content-encoding');
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter));
  // The request's body was not read; on an open connection it would be parsed as the next request.
  if (hasBody(request)) reply.header('connection', 'close');
  return reply.send(error.body);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
