/**
 * Carried by every response, errors and 304 included (read-api.md 5.8); listed one by one, `*` would not cover them all.
 * Names are in lower case here and wherever headers are set: Fastify would lower them at each answer.
 */
export const everyResponse = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** The answer to `OPTIONS` on any path: browsers ask before they send `Authorization` (decisions.md, HTTP). */
export const preflight = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'Authorization, If-None-Match, Content-Type',
  'access-control-max-age': '600',
} as const;

export const json = 'application/json; charset=utf-8';
