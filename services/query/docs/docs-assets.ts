import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { exampleAccountId, otherExampleAccountId } from '../schemas/account-ref.ts';

export interface DocsAsset {
  readonly contentType: string;
  readonly read: () => Promise<Buffer>;
}

const css = 'text/css; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/**
 * The page loads nothing from other hosts. Its addresses are relative, because the hub may be below
 * a path.
 */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Guild account hub: API</title>
    <link rel="stylesheet" href="api/swagger-ui.css">
    <link rel="stylesheet" href="api/page.css">
    <link rel="icon" href="data:,">
  </head>
  <body>
    <header class="hub-head" id="hub-head" hidden>
      <a class="hub-name" href="../" id="hub-name"></a>
      <nav aria-label="Pages">
        <a href="../guild">Guild</a>
        <a href="../map">Map</a>
        <a href="../events">Events</a>
        <a href="../leaderboards">Leaderboards</a>
        <a href="../me">Your page</a>
        <a href="api" aria-current="page">API</a>
      </nav>
      <span id="key-note" role="status"></span>
    </header>
    <div id="docs"></div>
    <noscript>The document that this page renders: <a href="../api/v1/openapi.json">openapi.json</a></noscript>
    <script src="api/swagger-ui-bundle.js"></script>
    <script src="api/start.js"></script>
  </body>
</html>
`;

/**
 * A separate file, because the page's security policy forbids inline scripts. Without
 * `validatorUrl: 'none'`, Swagger UI sends the document to a validator on the internet.
 */
const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const followTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followTheme);
followTheme();

// Adds the names and the keyboard access that Swagger UI leaves out.
function repair(root) {
  const all = (selector) => root.querySelectorAll(selector);
  for (const box of all('select:not([aria-label])')) {
    box.setAttribute('aria-label', box.closest('tr')?.dataset.paramName ?? 'Server');
  }
  for (const part of all('.information-container, .scheme-container')) {
    part.setAttribute('role', 'region');
    part.setAttribute('aria-label', part.classList.contains('scheme-container') ? 'Server and key' : 'About');
  }
  for (const text of all('pre:not([tabindex])')) text.tabIndex = 0;
  for (const link of all('button a[href]')) link.removeAttribute('href');
  for (const table of all('[role=region]:not([aria-label])')) table.setAttribute('aria-label', table.id);
  for (const heading of all('h3:not([aria-level]), h4:not([aria-level]), h5:not([aria-level])')) {
    heading.setAttribute('role', 'heading');
    heading.setAttribute('aria-level', Number(heading.tagName[1]) - 1);
  }
}
const docs = document.querySelector('#docs');
new MutationObserver(() => repair(docs)).observe(docs, { childList: true, subtree: true });

// Puts accounts that the key can read into the forms. The example accounts of the document exist on no hub.
async function prefill(key, { specSelectors, specActions }) {
  const answer = await fetch('../api/v1/accounts', { headers: { authorization: 'Bearer ' + key } });
  if (!answer.ok) return;
  const { data } = await answer.json();
  const [newest, next = newest] = data.sort((one, other) => (other.last_seen ?? '').localeCompare(one.last_seen ?? ''));
  if (newest === undefined) return;
  const ids = { ['${exampleAccountId}']: newest.id, ['${otherExampleAccountId}']: next.id };
  const examples = new RegExp(Object.keys(ids).join('|'), 'g');
  specActions.updateSpec(specSelectors.specStr().replace(examples, (id) => ids[id]));
}
const prefilled = {
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize, system) => (given) => {
          if (given.key !== undefined) prefill(given.key.value, system);
          return authorize(given);
        },
      },
    },
  },
};

// The header of the pages, when this address serves the pages too, and the key of the signed-in member or of the tab.
async function ask(path) {
  const answer = await fetch('../console/api/' + path).catch(() => null);
  return answer?.ok && answer.headers.get('content-type')?.includes('json') ? answer.json() : null;
}
async function welcome() {
  const hub = await ask('sign-in');
  if (hub === null) return null;
  document.querySelector('#hub-name').textContent = hub.hub_name;
  document.title = 'API · ' + hub.hub_name;
  document.querySelector('#hub-head').hidden = false;
  const session = await ask('session');
  const key = session?.key ?? sessionStorage.getItem('hub-key');
  if (key === null) return null;
  const whose = session === null ? 'the key of this tab' : 'the key of ' + session.member.name;
  document.querySelector('#key-note').textContent = 'The forms use ' + whose + '.';
  return key;
}

// A later header would move the document.
welcome().then((key) => {
  const ui = SwaggerUIBundle({
    onComplete: () => key !== null && ui.preauthorizeApiKey('key', key),
    plugins: [() => prefilled],
    url: '../api/v1/openapi.json',
    dom_id: '#docs',
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    syntaxHighlight: { theme: 'tomorrow-night' },
    validatorUrl: 'none',
  });
});
`;

/**
 * Keeps the page within a screen of 390 px. The colours replace colours of Swagger UI with a
 * contrast below 4.5, the minimum of WCAG.
 */
const style = `body { margin: 0; }
.hub-head:not([hidden]) { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; padding: 8px 16px;
  border-bottom: 1px solid #8886; font: 15px/1.45 system-ui, sans-serif; color: var(--quiet); }
.hub-head nav { display: flex; flex-wrap: wrap; gap: 4px 16px; }
.hub-head a { min-height: 24px; color: var(--link); text-decoration: none; overflow-wrap: anywhere; }
.hub-head a:hover, .hub-head a[aria-current] { text-decoration: underline; }
.hub-head .hub-name { font-weight: 600; }
.swagger-ui .response-col_links { display: none; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 8px; }
  .swagger-ui .opblock-body { overflow-x: auto; }
  .swagger-ui table tbody tr td:first-of-type { min-width: 5em; padding-right: 8px; }
  .swagger-ui .parameters-col_description input { max-width: 100%; }
  .swagger-ui section.models { overflow-x: auto; }
}
.swagger-ui * { transition: none !important; }
:root { --quiet: #555b66; --link: #1a5599; --alarm: #b3261e; --go: #0d6539; }
:root.dark-mode { --quiet: #b4bac2; --link: #8cc4ff; --alarm: #ff8f87; --go: #5fd6a0; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1a5599; }
.swagger-ui .btn.execute, .dark-mode .swagger-ui .btn.execute { background: #1a5599; border-color: #1a5599; color: #fff; }
.swagger-ui .download-contents, .dark-mode .swagger-ui .download-contents { background: #4a4f5c; color: #fff; }
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: #44505c; }
.swagger-ui .parameter__in, .swagger-ui .prop-format, .swagger-ui .parameter__deprecated { color: var(--quiet); }
.swagger-ui .info a, .swagger-ui .info .base-url, .swagger-ui a.link, .dark-mode .swagger-ui a.link, .swagger-ui .info .url { color: var(--link); }
.dark-mode .swagger-ui .headers-wrapper td, .dark-mode .swagger-ui .headers-wrapper th { color: #e4e6e6; }
.swagger-ui .btn.cancel, .dark-mode .swagger-ui .btn.cancel { border-color: var(--alarm); color: var(--alarm); }
.swagger-ui .json-schema-2020-12-expand-deep-button, .swagger-ui .json-schema-2020-12__attribute { color: var(--quiet); }
.swagger-ui .btn.authorize { border-color: var(--go); color: var(--go); }
.swagger-ui .btn.authorize span, .swagger-ui .btn.authorize svg { color: var(--go); fill: var(--go); }
`;

const docsAssets: Readonly<Record<string, DocsAsset>> = {
  '/docs/api': { contentType: 'text/html; charset=utf-8', read: async () => Buffer.from(page) },
  '/docs/api/start.js': { contentType: javascript, read: async () => Buffer.from(start) },
  '/docs/api/page.css': { contentType: css, read: async () => Buffer.from(style) },
  '/docs/api/swagger-ui-bundle.js': {
    contentType: javascript,
    read: lazily(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
  '/docs/api/swagger-ui.css': {
    contentType: css,
    read: lazily(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
  },
};

/** The files are large, and on most hubs nobody opens the page. */
function lazily(url: string): () => Promise<Buffer> {
  let reading: Promise<Buffer> | undefined;
  return () => {
    reading ??= readFile(new URL(url)).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

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
