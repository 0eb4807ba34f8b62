import { expect, test } from 'vitest';
import { startExampleHub, untilServed } from '../support/api/example-hub.ts';

test('what the form of an operation sends before anybody types works (read-api 4 /openapi.json)', async () => {
  const hub = await startExampleHub();
  await untilServed(hub);
  const answers: Record<string, readonly [number, boolean]> = {};
  for (const [path, { get, servers }] of Object.entries(hub.document.paths)) {
    const url = new URL(`${hub.url}${servers === undefined ? '/api/v1' : ''}${path}`);
    const headers: Record<string, string> = {
      authorization: `Bearer ${path === '/metrics' ? hub.metricsToken : hub.keys[0]}`,
    };
    for (const { name, in: place, example } of get.parameters ?? []) {
      if (example === undefined) continue;
      if (place === 'path') url.pathname = url.pathname.replace(`%7B${name}%7D`, String(example));
      if (place === 'query') url.searchParams.set(name, String(example));
      if (place === 'header') headers[name] = String(example);
    }
    const { status } = await fetch(url, { headers });
    answers[get.operationId] = [status, String(status) in get.responses];
  }
  const works = Object.keys(answers).map((operation) => [operation, [200, true]]);
  expect(answers).toEqual(Object.fromEntries(works));
  expect(works.length).toBeGreaterThan(15);
});
