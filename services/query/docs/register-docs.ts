import type { FastifyInstance } from 'fastify';
import { docsAssets } from './docs-assets.ts';

/**
 * An API key that a person types into the page cannot leave the hub. `data:` is for the images in
 * the style sheet.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=300',
} as const;

/** The page is public, like the OpenAPI document. */
export function registerDocs(app: FastifyInstance): void {
  for (const [path, { contentType, read }] of Object.entries(docsAssets)) {
    app.get(path, async (_request, reply) =>
      reply.headers({ ...headers, 'content-type': contentType }).send(await read()),
    );
  }
}
