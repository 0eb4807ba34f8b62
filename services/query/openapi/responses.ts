import type { z } from 'zod';
import {
  type ApiError,
  accountNotFound,
  type ErrorCode,
  internalError,
  invalid,
  rateLimitedError,
  statusOf,
  unauthorized,
  unavailableError,
} from '../errors/api-error.ts';
import { ErrorBody, OpenApiDocument } from '../schemas/envelope.ts';
import { componentSchemas, type JsonSchema, referringSchema } from './json-schema.ts';

const whole = { type: 'integer', format: 'int32', minimum: 0 };

const headers = {
  'X-RateLimit-Limit': { description: 'Requests that the key may make within 60 s.', schema: whole },
  'X-RateLimit-Remaining': { description: 'Requests that are left now.', schema: whole },
  'X-RateLimit-Reset': {
    description: 'Seconds until the key has room for another request.',
    schema: { ...whole, minimum: 1 },
  },
  'Retry-After': { description: 'Seconds to wait before another request.', schema: { ...whole, minimum: 1 } },
  'WWW-Authenticate': { description: '`Bearer`.', schema: { type: 'string' } },
  'X-Error-Id': { description: "Names the error in the hub's log.", schema: { type: 'string' } },
  ETag: { description: 'Weak; names the content for this key.', schema: { type: 'string' } },
  'Last-Modified': { description: '`meta.last_modified`, cut to the second.', schema: { type: 'string' } },
} as const;

type HeaderName = keyof typeof headers;

export const rateHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

const errors: Readonly<
  Record<ErrorCode, { readonly description: string; readonly headers: readonly HeaderName[] }>
> = {
  invalid_request: {
    description: 'A parameter is malformed or out of range; `details` names it.',
    headers: rateHeaders,
  },
  unauthorized: {
    description: 'No valid key: missing, malformed, unknown, revoked, expired, or its creator has left.',
    headers: ['WWW-Authenticate'],
  },
  not_found: {
    description:
      'The account does not exist, or the key cannot read this data of it. The answer does not say which.',
    headers: rateHeaders,
  },
  rate_limited: {
    description:
      'The key is over a limit. Without `X-RateLimit-*`: too many failed authentications from the address.',
    headers: ['Retry-After', ...rateHeaders],
  },
  internal_error: {
    description:
      'A bug; the answer says nothing about it. With `X-RateLimit-*` when the limits had counted the request.',
    headers: ['X-Error-Id', ...rateHeaders],
  },
  unavailable: {
    description:
      'The hub is busy, or its database cannot be reached. With `X-RateLimit-*` when the limits had counted the request.',
    headers: ['Retry-After', ...rateHeaders],
  },
};

const examples: Readonly<Record<ErrorCode, ApiError>> = {
  invalid_request: invalid('limit', 'must be from 1 to 500'),
  unauthorized,
  not_found: accountNotFound,
  rate_limited: rateLimitedError(12),
  internal_error: internalError,
  unavailable: unavailableError(),
};

/** @param answers the bodies of the endpoints with a key */
export function sharedComponents(answers: readonly z.ZodType[]) {
  return {
    schemas: componentSchemas([...answers, ErrorBody, OpenApiDocument]),
    headers,
    responses: Object.fromEntries(
      Object.entries(errors).map(([code, { description, headers: names }]) => [
        code,
        {
          description,
          headers: headersOf(names),
          content: jsonContent(referringSchema(ErrorBody), JSON.parse(examples[code as ErrorCode].body)),
        },
      ]),
    ),
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'hub_<prefix>_<secret>',
        description: 'An API key.',
      },
    },
  };
}

export function errorResponses(codes: readonly ErrorCode[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    codes.map((code) => [String(statusOf[code]), { $ref: `#/components/responses/${code}` }]),
  );
}

export function headersOf(names: readonly HeaderName[]): Record<string, JsonSchema> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function jsonContent(schema: JsonSchema, example?: unknown): JsonSchema {
  return { 'application/json': example === undefined ? { schema } : { schema, example } };
}
