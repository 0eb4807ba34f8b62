import { readFile } from 'node:fs/promises';

/** A file of the page, as it is sent. */
export interface DocsAsset {
  readonly contentType: string;
  readonly read: () => Promise<Buffer>;
}

const javascript = 'text/javascript; charset=utf-8';

/** The page that renders `/api/v1/openapi.json`, with a form to try each endpoint. It names no other host. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Guild account hub: API</title>
    <link rel="stylesheet" href="/docs/api/swagger-ui.css">
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="docs"></div>
    <noscript>The document that this page renders: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a></noscript>
    <script src="/docs/api/swagger-ui-bundle.js"></script>
    <script src="/docs/api/start.js"></script>
  </body>
</html>
`;

/** A file of its own: the policy of the page allows no script within it. `none`: no validator elsewhere is asked. */
const start = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: 'none',
});
`;

/** By path. */
export const docsAssets: Readonly<Record<string, DocsAsset>> = {
  '/docs/api': { contentType: 'text/html; charset=utf-8', read: async () => Buffer.from(page) },
  '/docs/api/start.js': { contentType: javascript, read: async () => Buffer.from(start) },
  '/docs/api/swagger-ui-bundle.js': {
    contentType: javascript,
    read: lazily(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
  '/docs/api/swagger-ui.css': {
    contentType: 'text/css; charset=utf-8',
    read: lazily(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
  },
};

/** Read when it is asked for the first time: most hubs never are, and it is 2 MB. */
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
