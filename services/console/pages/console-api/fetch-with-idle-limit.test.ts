import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { fetchWithIdleLimit } from './fetch-with-idle-limit.ts';

const limitMs = 1_000;

async function serving(answer: (response: ServerResponse) => Promise<unknown> | unknown): Promise<string> {
  const server = createServer((_, response) => void answer(response)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('a file may take longer than the limit while more of it arrives', async () => {
  const url = await serving(async (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (let part = 0; part < 8; part += 1) {
      response.write(`${part}`);
      await pause(200);
    }
    response.end();
  });
  const file = await (await fetchWithIdleLimit(url, { limitMs })).blob();
  expect([await file.text(), file.type]).toEqual(['01234567', 'application/json']);
});

test('a file is cut off when no more of it arrives', async () => {
  const url = await serving((response) => response.writeHead(200).write('the beginning'));
  const response = await fetchWithIdleLimit(url, { limitMs });
  await expect(response.blob()).rejects.toThrow(`nothing came within ${limitMs} ms`);
});

test('a request fails when no headers arrive in time', async () => {
  const url = await serving(() => {});
  await expect(fetchWithIdleLimit(url, { limitMs })).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a request ends with its signal, also in the middle of its body', async () => {
  const url = await serving((response) => response.writeHead(200).write('the beginning'));
  const leaving = new AbortController();
  const response = await fetchWithIdleLimit(url, { limitMs: 60_000, signal: leaving.signal });
  leaving.abort(new Error('the page was left'));
  await expect(response.text()).rejects.toThrow('the page was left');
});

test('an answer keeps its status and headers, also without a body', async () => {
  const url = await serving((response) => response.writeHead(204, { 'retry-after': '7' }).end());
  const { status, headers } = await fetchWithIdleLimit(url, { limitMs });
  expect([status, headers.get('retry-after')]).toEqual([204, '7']);
});
