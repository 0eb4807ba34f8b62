import { expect, test } from 'vitest';
import { startTestHub } from '../../test/support/hub/hub.ts';

test('a hub in one process has pages, API, documentation and plugin endpoints on one origin', async () => {
  const hub = await startTestHub();
  const asked = async (path: string) => {
    const { status, headers } = await fetch(`${hub.url}${path}`);
    return [status, headers.get('content-type')?.split(';')[0], headers.has('access-control-allow-origin')];
  };
  // When the pages are not built, their address says so.
  const page = await fetch(`${hub.url}/events`);
  expect([200, 503]).toContain(page.status);
  expect(page.headers.get('content-type')).toMatch(/^text\/(html|plain)/);
  expect(page.headers.has('access-control-allow-origin')).toBe(false);

  expect(await asked('/api/v1/events')).toEqual([401, 'application/json', true]);
  expect(await asked('/api/health')).toEqual([200, 'application/json', true]);
  expect(await asked('/docs/api')).toEqual([200, 'text/html', true]);
  expect(await asked('/metrics')).toEqual([404, 'application/json', true]);
  // The plugin endpoints refuse a GET.
  expect(await asked('/api/osrs-data/events')).toEqual([400, 'application/json', false]);
  expect(await asked('/nothing')).toEqual([404, 'application/json', true]);
});
