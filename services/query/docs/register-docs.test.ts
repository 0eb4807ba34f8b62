import { expect, test } from 'vitest';
import { ask } from '../testing/ask.ts';
import { openTestApi } from '../testing/open-test-api.ts';

test('the page of the API loads everything from this hub, and its policy allows nothing else (read-api 4 /openapi.json)', async () => {
  const { port } = await openTestApi();
  const page = await ask(port, '/docs/api');
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  // The page's own policy would forbid these.
  expect(page.text).not.toMatch(/<script>|<style|\son\w+=|\sstyle=/);

  const named = [...page.text.matchAll(/<(?:link|script)[^>]*(?:src|href)="([^"]+)"/g)].map(
    ([, address = '']) => address,
  );
  expect(named.every((address) => /^(?:api|\.\.)\//.test(address) || address === 'data:,')).toBe(true);
  const absolute = named.map((address) => address.replace('..', '').replace(/^api/, '/docs/api'));
  for (const address of absolute.filter((each) => each.startsWith('/'))) {
    const { status, headers, text } = await ask(port, address);
    expect([status, headers['x-content-type-options']], address).toEqual([200, 'nosniff']);
    expect(text.length).toBeGreaterThan(100);
    if (!address.endsWith('.css')) continue;
    const referred = [...text.matchAll(/url\(["']?([^"')]{1,20})/g)].map(([, each = '']) => each);
    expect(referred.filter((each) => !each.startsWith('data:'))).toEqual([]);
    expect(text).not.toContain('@import');
  }
  const { text: start } = await ask(port, '/docs/api/start.js');
  expect(start).toContain("url: '../api/v1/openapi.json'");
  expect(start).not.toMatch(/https?:/);
  expect(absolute).toContain('/docs/api/page.css');
  const { text: bundle } = await ask(port, '/docs/api/swagger-ui-bundle.js');
  expect(bundle).toContain('SwaggerUIBundle');
});

test('the document is compressed for clients that accept gzip, and tells caches so', async () => {
  const { port } = await openTestApi();
  const plain = await ask(port, '/api/v1/openapi.json');
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  for (let request = 0; request < 2; request += 1) {
    const packed = await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`);
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(plain.text.length / 4);
    expect(await packed.json()).toEqual(plain.body);
  }
});
