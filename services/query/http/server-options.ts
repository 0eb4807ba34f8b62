import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { serverOptions } from '../../../shared/process/http/server-options.ts';
import { errorBody, pathNotFound } from '../errors/api-error.ts';
import { decodablePath } from './decodable-path.ts';
import { parseQuery } from './parse-query.ts';
import { headersOfEveryResponse, json } from './response-headers.ts';
import { sendError } from './send.ts';

/**
 * @param repairAddress fixes slashes in the URLs of plugins; needed when ingest runs on the same
 * server
 */
export function queryServerOptions(repairAddress = (sent: string) => sent) {
  return {
    ...serverOptions,
    routerOptions: {
      querystringParser: parseQuery,
      // With a lower limit, a long parameter would get the 404 of `frameworkErrors` before the
      // guard checks the API key. Node refuses longer URLs.
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
/** The usual cause is `curl` with a player's name that is not percent-encoded. */
const unparsedHint = 'must be HTTP/1.1; percent-encode what is not ASCII in its URL';
const statusOfParserError: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/** Closes the connection, because nobody knows where the next request begins. */
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
