import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastifyStatic } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { namesTag, weakTag } from '../../shared/entity-tag.ts';
import { assetPolicy, contentPolicy } from './content-policy.ts';
import { type IndexPage, readIndexPage } from './index-page.ts';
import { pagePaths } from './page-paths.ts';
import type { PageSettings } from './page-settings.ts';

/** Where `build-pages.mjs` puts them. */
const builtFolder = fileURLToPath(new URL('./built', import.meta.url));

const notBuilt = 'The pages are not built. Run npm run build:pages, then start the hub again.\n';

export interface ConsoleOptions {
  readonly settings: PageSettings;
  /** Where the built pages are; replaced in tests. */
  readonly folder?: string;
}

/**
 * Serves the pages: their files below `/assets/`, whose names change with what they hold, and one `index.html` at every
 * address of a page. It has no other address, so that it hides none of the read API and of the plugin endpoints on the same
 * server. Where the pages are not built, a page's address says how to build them (503).
 */
export async function registerConsole(
  app: FastifyInstance,
  { settings, folder = builtFolder }: ConsoleOptions,
): Promise<void> {
  const page = await readIndexPage(folder, settings);
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(everyAnswer);
    });
    if (page === null) return answerThatNothingIsBuilt(scope);
    answerWithPage(scope, page, contentPolicy(settings));
    await scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      // A route for each file, so that any other address is as unknown as elsewhere.
      wildcard: false,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      setHeaders: (reply) => reply.header('content-security-policy', assetPolicy),
    });
  });
}

const everyAnswer = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

function answerWithPage(scope: FastifyInstance, { html, opaqueTag }: IndexPage, policy: string): void {
  const headers = {
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    etag: weakTag(opaqueTag),
  };
  for (const path of Object.values(pagePaths)) {
    scope.get(path, async (request, reply) => {
      reply.headers(headers);
      if (namesTag(request.headers['if-none-match'], [opaqueTag])) return reply.code(304).send();
      return reply.type('text/html; charset=utf-8').send(html);
    });
  }
}

function answerThatNothingIsBuilt(scope: FastifyInstance): void {
  for (const path of Object.values(pagePaths)) {
    scope.get(path, async (_request, reply) =>
      reply
        .code(503)
        .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
        .send(notBuilt),
    );
  }
}
