import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Also for errors and 304 (read-api.md 5.8). The names are in lower case, so that Fastify does not
 * convert them for each answer.
 */
export const headersOfEveryResponse = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

const allowedByDefault = 'Authorization, If-None-Match, Content-Type';
/** More than a page with tracing, caching and its own headers sends. */
const allowedMax = 32;
const headerName = /^[\w!#$%&'*+.^`|~-]{1,64}$/;

/**
 * Answers `OPTIONS`, which browsers send before a request with `Authorization`
 * (rules/http.md#methods-and-headers). The hub reads no cookies, so a page may send any header.
 */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = request.headers['access-control-request-headers']?.split(',', allowedMax) ?? [];
  const names = asked.map((name) => name.trim()).filter((name) => headerName.test(name));
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': names.join(', ') || allowedByDefault,
      'access-control-max-age': '600',
      vary: 'Access-Control-Request-Headers',
    })
    .send();
}

export const json = 'application/json; charset=utf-8';
