import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { matchesEntityTag, weakEntityTag } from '../../../shared/http/entity-tag.ts';
import { publicPathOf } from '../../../shared/http/public-path.ts';
import { builtFolder, pagesMissing } from '../built-pages.mjs';
import { pagePatterns } from '../page-paths.ts';
import type { PageSettings } from '../page-settings.ts';
import { answerUnknownPages, registerRedirects } from './redirects-and-unknown-pages.ts';

export interface PageServerOptions {
  readonly settings: PageSettings;
  readonly publicUrl?: string | undefined;
  /** Replaced in tests. */
  readonly folder?: string;
}

/**
 * Serves `/assets/`, and `index.html` at every page address. The read API and plugin endpoints keep
 * their addresses. Without built pages, a page address answers 503.
 */
export async function registerPages(
  app: FastifyInstance,
  { settings, publicUrl, folder = builtFolder }: PageServerOptions,
): Promise<void> {
  const publicPath = publicPathOf(publicUrl);
  const page = await readIndexPage(folder, settings, publicPath);
  if (page !== null) {
    const headers = { ...everyAnswer, ...pageHeaders(settings), vary: 'accept' };
    answerUnknownPages(app, (reply) => reply.headers(headers).type(html).send(page.html));
  }
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(everyAnswer);
    });
    if (page === null) return answerThatNothingIsBuilt(scope);
    answerWithPage(scope, page, settings);
    const manifest = webAppManifest(page.html, settings.hubName, publicPath);
    scope.get('/manifest.webmanifest', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('application/manifest+json').send(manifest),
    );
    registerRedirects(scope, publicPath);
    await scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      // Each file has a route, so that unknown files are handled like unknown addresses.
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

const html = 'text/html; charset=utf-8';

function pageHeaders(settings: PageSettings) {
  return { 'cache-control': 'no-cache', 'content-security-policy': contentPolicy(settings) };
}

function answerWithPage(scope: FastifyInstance, page: IndexPage, settings: PageSettings): void {
  const { opaqueTag } = page;
  const headers = { ...pageHeaders(settings), etag: weakEntityTag(opaqueTag) };
  for (const path of pagePatterns) {
    scope.get(path, async (request, reply) => {
      reply.headers(headers);
      if (matchesEntityTag(request.headers['if-none-match'], [opaqueTag])) return reply.code(304).send();
      return reply.type(html).send(page.html);
    });
  }
}

function answerThatNothingIsBuilt(scope: FastifyInstance): void {
  for (const path of pagePatterns) {
    scope.get(path, async (_request, reply) =>
      reply
        .code(503)
        .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
        .send(`${pagesMissing}.\n`),
    );
  }
}

/** Lets a phone keep the pages on its home screen. The icons are the icons of the page. */
function webAppManifest(page: string, name: string, publicPath: string): string {
  const icons = [...page.matchAll(/<link rel="(?:apple-touch-)?icon"[^>]* href="([^"]+)"/g)].map(
    ([, src = '']) =>
      src.endsWith('.svg')
        ? { src, type: 'image/svg+xml', sizes: 'any' }
        : { src, type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
  );
  const colours = { background_color: '#0b0f14', theme_color: '#141a21' };
  return JSON.stringify({ name, start_url: `${publicPath}/`, display: 'standalone', ...colours, icons });
}

/**
 * Requests with an API key go to the hub only. Leaflet frees tiles with an empty `data:` picture.
 * Other pictures come from the sources in the hub's settings.
 */
function contentPolicy({ mapTiles, itemIcon }: PageSettings): string {
  const named = [mapTiles, itemIcon].flatMap((template) =>
    template === null ? [] : new URL(template).origin,
  );
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...new Set(named)].join(' '),
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The web worker runs under this policy and sends no request. */
const assetPolicy = "default-src 'none'";

interface IndexPage {
  readonly html: string;
  /** Without quotes. */
  readonly opaqueTag: string;
}

/**
 * Inserts the settings and the public path into `index.html`.
 * @returns null when the pages are not built
 */
async function readIndexPage(
  folder: string,
  settings: PageSettings,
  publicPath: string,
): Promise<IndexPage | null> {
  const template = await readFile(join(folder, 'index.html'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  if (template === null) return null;
  const html = template
    .replaceAll('"./', `"${publicPath}/`)
    .replace('<title>', `<link rel="manifest" href="${publicPath}/manifest.webmanifest">$&`)
    .replace(/(?<=<title>)[^<]*/, () => escapeHtml(settings.hubName))
    .replace(/(?<=<meta name="hub-settings" content=")[^"]*/, () => escapeHtml(JSON.stringify(settings)));
  return { html, opaqueTag: createHash('sha256').update(html).digest('base64url').slice(0, 27) };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
