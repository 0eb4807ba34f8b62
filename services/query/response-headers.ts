/** Carried by every response, errors and 304 included (read-api.md 5.8); listed one by one, `*` would not cover them all. */
export const everyResponse = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

/** The answer to `OPTIONS` on any path: browsers ask before they send `Authorization` (decisions.md, HTTP). */
export const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, If-None-Match, Content-Type',
  'Access-Control-Max-Age': '600',
} as const;

export const json = 'application/json; charset=utf-8';
