import type { FastifyInstance } from 'fastify';
import { docsAssets } from './docs-assets.ts';

/**
 * Only what this hub serves may run or be asked, so that no key that is typed in can go anywhere else. The images of the
 * style sheet are in it, as data.
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

/** `GET /docs/api`: the API's document as a page. Public, as the document is. */
export function registerDocs(app: FastifyInstance): void {
  for (const [path, { contentType, read }] of Object.entries(docsAssets)) {
    app.get(path, async (_request, reply) =>
      reply.headers({ ...headers, 'content-type': contentType }).send(await read()),
    );
  }
}
