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

/**
 * For `OPTIONS`, which browsers send before a request with `Authorization` (decisions.md, HTTP).
 */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'Authorization, If-None-Match, Content-Type',
  'access-control-max-age': '600',
} as const;

export const json = 'application/json; charset=utf-8';
