import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressBytes } from '../http/compress.ts';
import { type QueryValues, readQuery } from '../http/parse-query.ts';
import { json } from '../http/response-headers.ts';
import { setCodingHeaders } from '../http/send.ts';
import { routes } from '../routes.ts';
import { openApiDocument } from './document.ts';
import { documentQuery } from './document-path.ts';
import { openApi30 } from './openapi-3-0.ts';

type Version = '3.1' | '3.0';

interface ServedDocument {
  readonly bytes: Buffer;
  packed?: Promise<Buffer>;
}

/** Creating a document is slow, and anybody may ask without a key. */
const documents = new Map<Version, ServedDocument>();

/** Public, and the same until the next release. */
export async function serveDocument(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { version } = readQuery(documentQuery, request.query as QueryValues);
  const document = documents.get(version) ?? createDocument(version);
  reply.header('content-type', json).header('cache-control', 'public, max-age=300');
  if (!setCodingHeaders(reply)) return reply.send(document.bytes);
  document.packed ??= compressBytes(document.bytes);
  return reply.send(await document.packed);
}

function createDocument(version: Version): ServedDocument {
  const latest = openApiDocument(routes);
  const document = { bytes: Buffer.from(JSON.stringify(version === '3.0' ? openApi30(latest) : latest)) };
  documents.set(version, document);
  return document;
}
