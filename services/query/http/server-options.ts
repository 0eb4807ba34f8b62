import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { serverOptions } from '../../../shared/process/http/server-options.ts';
import { errorBody, pathNotFound } from '../errors/api-error.ts';
import { decodablePath } from './decodable-path.ts';
import { parseQuery } from './parse-query.ts';
import { headersOfEveryResponse, json } from './response-headers.ts';
import { sendError } from './send.ts';

/**
 * Fastify's options for the read API. The hub parses queries, and answers errors of the router and
 * of the HTTP parser in its envelope. The plugin endpoints of a standalone hub may share the
 * instance.
 * @param repairAddress repairs the addresses of plugins on a shared instance
 */
export function queryServerOptions(repairAddress = (sent: string) => sent) {
  return {
    ...serverOptions,
    routerOptions: {
      querystringParser: parseQuery,
      // Above any id: a long one is checked by its pattern and answered as unknown, not with
      // Fastify's own status.
      maxParamLength: 16_384,
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
    },
    rewriteUrl: ({ url = '/' }: { url?: string | undefined }) => decodablePath(repairAddress(url)),
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(headersOfEveryResponse);
      sendError(request, reply, pathNotFound);
    },
    clientErrorHandler: refuseUnparsed,
  } as const;
}

const badRequest = [400, 'Bad Request'] as const;
/** The usual reason: `curl` sends a name as it was typed. */
const unparsedHint = 'must be HTTP/1.1; percent-encode what is not ASCII in its path';
const statusOfParserError: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/**
 * Answers what the HTTP parser refused, and closes: where the next request would begin on the
 * connection is unknown.
 */
function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = statusOfParserError[error.code ?? ''] ?? badRequest;
  const body = errorBody('invalid_request', 'The request could not be read.', [
    { path: 'request', message: status === 400 ? unparsedHint : message.toLowerCase() },
  ]);
  const headers = {
    ...headersOfEveryResponse,
    'content-type': json,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${message}\r\n${head.join('')}\r\n${body}`);
}
