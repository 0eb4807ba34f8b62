import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressBytes } from '../http/compress.ts';
import { type QueryValues, readQuery } from '../http/parse-query.ts';
import { json } from '../http/response-headers.ts';
import { setCodingHeaders } from '../http/send.ts';
import { routes } from '../routes.ts';
import { openApiDocument } from './document.ts';
import { documentQuery } from './document-path.ts';
import type { JsonSchema } from './json-schema.ts';

type Version = '3.1' | '3.0';

interface ServedDocument {
  readonly bytes: Buffer;
  packed?: Promise<Buffer>;
}

/**
 * Public, and the same until the next release. Creating a document is slow, so the handler creates
 * each version once.
 * @param publicPath the path of `PUBLIC_URL`
 */
export function documentHandler(publicPath: string) {
  const documents = new Map<Version, ServedDocument>();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { version } = readQuery(documentQuery, request.query as QueryValues);
    const document = documents.get(version) ?? createDocument(version, publicPath);
    documents.set(version, document);
    reply.header('content-type', json).header('cache-control', 'public, max-age=300');
    if (!setCodingHeaders(reply)) return reply.send(document.bytes);
    document.packed ??= compressBytes(document.bytes);
    return reply.send(await document.packed);
  };
}

function createDocument(version: Version, publicPath: string): ServedDocument {
  const latest = openApiDocument(routes, publicPath);
  return { bytes: Buffer.from(JSON.stringify(version === '3.0' ? openApi30(latest) : latest)) };
}

function openApi30(document: JsonSchema): JsonSchema {
  const { info, ...rest } = document as { info: { license: { name: string } } } & JsonSchema;
  return {
    ...(inOpenApi30(rest) as JsonSchema),
    openapi: '3.0.3',
    info: { ...info, license: { name: info.license.name } },
  };
}

/** Keys whose value is data, not a part of the document. */
const data = new Set(['example', 'default', 'enum', 'required']);

function inOpenApi30(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inOpenApi30);
  if (typeof node !== 'object' || node === null) return node;
  // OpenAPI 3.0 ignores everything next to a reference.
  if ('$ref' in node && typeof node.$ref === 'string') return { $ref: node.$ref };
  const { examples, type, ...rest } = node as JsonSchema;
  const converted = Object.entries(rest).map(([key, value]) => [
    key,
    data.has(key) ? value : inOpenApi30(value),
  ]);
  return { ...typeIn30(type), ...Object.fromEntries(converted), ...exampleIn30(examples) };
}

/** In a list of properties, `type` may be the name of a property, with a schema as value. */
function typeIn30(type: unknown): JsonSchema {
  if (type === undefined) return {};
  if (!Array.isArray(type)) return { type: typeof type === 'string' ? type : inOpenApi30(type) };
  const [only, ...others] = type.filter((name) => name !== 'null');
  if (only === undefined || others.length > 0)
    throw new Error(`OpenAPI 3.0 has no type ${type.join(' or ')}`);
  return { type: only, nullable: true };
}

/** A schema of OpenAPI 3.0 has one example. */
function exampleIn30(examples: unknown): JsonSchema {
  if (examples === undefined) return {};
  return Array.isArray(examples) ? { example: examples[0] } : { examples: inOpenApi30(examples) };
}
