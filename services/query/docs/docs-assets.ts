import { readFile } from 'node:fs/promises';

/** One file of the documentation page. */
export interface DocsAsset {
  readonly contentType: string;
  readonly read: () => Promise<Buffer>;
}

const javascript = 'text/javascript; charset=utf-8';

/** The page that renders `/api/v1/openapi.json`, with a form to try each endpoint. It loads nothing from other hosts. */
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

/**
 * A separate file, because the page's security policy forbids inline scripts. `validatorUrl: 'none'` keeps Swagger UI from
 * sending the document to a validator on the internet.
 */
const start = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: 'none',
});
`;

/** The files by their path. */
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

/** Reads the file at its first request only: it has 2 MB, and nobody opens the page on most hubs. */
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
