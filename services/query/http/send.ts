import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../errors/api-error.ts';
import { prefersGzip } from './accept-encoding.ts';
import type { RouteAnswer } from './answer.ts';
import { compressBytes, compressStream } from './compress.ts';
import { json } from './response-headers.ts';

/** @param onCutOff gets a failure after the headers are sent, too late for an error answer */
export function sendAnswer(
  reply: FastifyReply,
  { status, headers, body }: RouteAnswer,
  onCutOff: (failure: unknown) => void,
): FastifyReply | Promise<FastifyReply> {
  reply.code(status);
  if (headers !== undefined) reply.headers(headers);
  if (body === null) return sendNoBody(reply);
  if (!reply.hasHeader('content-type')) reply.header('content-type', json);
  if ('chunks' in body) return sendChunks(reply, body.chunks, body.byteLength);
  if ('stream' in body) return sendStream(reply, body.stream, onCutOff);
  if ('bytes' in body) return sendBytes(reply, body.bytes);
  return sendText(reply, 'json' in body ? JSON.stringify(body.json) : body.text);
}

/** A longer text is sent faster as a buffer, and is compressed for clients that accept gzip. */
const shortMax = 4_096;

function sendText(reply: FastifyReply, text: string): FastifyReply | Promise<FastifyReply> {
  if (text.length <= shortMax) return reply.send(text);
  return sendBytes(reply, Buffer.from(text));
}

function sendBytes(reply: FastifyReply, bytes: Buffer): FastifyReply | Promise<FastifyReply> {
  return bytes.length > shortMax && setCodingHeaders(reply)
    ? compressBytes(bytes).then((packed) => reply.send(packed))
    : reply.send(bytes);
}

function sendStream(
  reply: FastifyReply,
  stream: Readable,
  onCutOff: (failure: unknown) => void,
): FastifyReply {
  const isPacked = setCodingHeaders(reply);
  // After the headers, Fastify writes a failure to its own logger only.
  stream.once('error', (failure) => {
    if (reply.raw.headersSent) onCutOff(failure);
  });
  if (reply.request.method === 'HEAD') {
    // For HEAD, Fastify would read the stream to its end.
    stream.destroy();
    return reply.send(stream);
  }
  return reply.send(isPacked ? compressStream(stream) : stream);
}

/** @returns whether the body must be sent as gzip */
export function setCodingHeaders(reply: FastifyReply): boolean {
  reply.header('vary', 'Accept-Encoding');
  const isGzip = prefersGzip(reply.request.headers['accept-encoding']);
  if (isGzip) reply.header('content-encoding', 'gzip');
  return isGzip;
}

/** Writes all chunks at once. Fastify could only send them as a stream, which is much slower. */
function sendChunks(reply: FastifyReply, chunks: readonly Buffer[], byteLength: number): FastifyReply {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return reply.send(only);
  const raw = takeOver(reply);
  // The client has gone, and nobody would handle the error of a write.
  if (raw.destroyed) return reply;
  raw.writeHead(reply.statusCode, { 'content-length': byteLength });
  raw.cork();
  for (const chunk of chunks) raw.write(chunk);
  raw.end();
  raw.uncork();
  return reply;
}

/** For a 304 to HEAD, Fastify would send `content-length: 0`, although the resource has a body. */
function sendNoBody(reply: FastifyReply): FastifyReply {
  const raw = takeOver(reply);
  if (raw.destroyed) return reply;
  raw.writeHead(reply.statusCode);
  raw.end();
  return reply;
}

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
  // The answer that failed may have set `content-encoding`.
  reply.removeHeader('content-encoding');
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter));
  // On an open connection, Node would read the rest of the request's body before the next request.
  if (hasBody(request)) reply.header('connection', 'close');
  return reply.send(error.body);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
