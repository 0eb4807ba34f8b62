import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { eventsReply, openScriptedHub } from './testing/scripted-hub.ts';

test('the bot of the README tells a chat about drops, and keeps its place', async () => {
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8');
  const bot = /```js bot\n(.*?)```/s.exec(readme)?.[1] ?? '';
  expect(bot.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(20);

  const told: string[] = [];
  const chat = createServer(async (request, response) => {
    told.push(JSON.parse(await text(request)).content);
    response.writeHead(told.length > 500 ? 500 : 204).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void chat.close());
  await once(chat, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'hub-bot-'));
  onTestFinished(() => rm(folder, { recursive: true }));

  const full = Array.from({ length: 500 }, (_, at) => String(at));
  const away = { status: 503, body: { error: { code: 'unavailable', message: 'The log is behind.' } } };
  const hub = await openScriptedHub([away, eventsReply('c2', full), eventsReply('c3', ['more'])]);
  const cursorFile = join(folder, 'cursor.txt');
  await writeFile(cursorFile, 'c1');
  const env = {
    HUB_URL: new URL(hub.baseUrl).origin,
    HUB_KEY: 'hub_key',
    CHAT_URL: `http://127.0.0.1:${(chat.address() as AddressInfo).port}`,
    CURSOR_FILE: cursorFile,
  };
  const root = new URL('../..', import.meta.url).pathname;
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(
    process.execPath,
    ['--input-type=module', '--eval', bot],
    { cwd: root, env, timeout: 50_000 },
    (_, __, errors) => resolve(errors),
  );
  // The chat refuses the first event of the second page: the bot ends, and begins with it the next
  // time.
  const errors = await promise;
  expect(errors).toContain('the chat answered 500');
  expect(errors.split('\n')[0]).toBe('the hub is away: The log is behind.');
  expect(told).toEqual([...full, 'more'].map((id) => `line ${id}`));
  expect(await readFile(cursorFile, 'utf8')).toBe('c2');
  expect(hub.asked[0]).toBe('/events?types=loot%2Cpk_loot&min_value=1000000&cursor=c1&limit=500');
});
