import { readFile } from 'node:fs/promises';

/** One file of the documentation page. */
export interface DocsAsset {
  readonly contentType: string;
  readonly read: () => Promise<Buffer>;
}

const css = 'text/css; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/** The page that renders `/api/v1/openapi.json`, with a form to try each endpoint. It loads nothing from other hosts. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Guild account hub: API</title>
    <link rel="stylesheet" href="/docs/api/swagger-ui.css">
    <link rel="stylesheet" href="/docs/api/page.css">
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

/**
 * Swagger UI gives every answer a column for links, of which the document has none, and its parameters a column as wide as
 * the longest name: at 390 px both pushed the page beyond the edge. What is still too long scrolls in its own box.
 */
const style = `.swagger-ui .response-col_links { display: none; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 8px; }
  .swagger-ui .opblock-body { overflow-x: auto; }
  .swagger-ui table tbody tr td:first-of-type { min-width: 5em; padding-right: 8px; }
  .swagger-ui .parameters-col_description input { max-width: 100%; }
  .swagger-ui section.models { overflow-x: auto; }
}
`;

/** The files by their path. */
export const docsAssets: Readonly<Record<string, DocsAsset>> = {
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
