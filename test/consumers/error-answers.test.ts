import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import { startChromium } from '../pages/chromium.ts';
import { findChromium } from '../pages/launch-chromium.ts';
import { runTool } from '../support/api/tools.ts';
import { atEnd, onceAFile } from '../support/at-end.ts';
import { projectRoot } from '../support/source-tree.ts';
import { startFakeDiscord } from './fake-discord.ts';
import { faults, startFaultyHub } from './faulty-hub.ts';
import { startFileServer } from './file-server.ts';
import { codeBlock, installRecipe } from './installed-client.ts';
import { openGuild, playerName } from './open-guild.ts';

// Recipes in front of a hub that answers errors, the page of a proxy, or a part of a body.

const recipe = 'docs/recipes/curl.md';
const tools = await Promise.all(
  ['curl', 'jq'].map((tool) => runTool(tool, ['--version'], { cwd: projectRoot })),
);
const isMissing = tools.some(({ code }) => code !== 0);
const chromium = findChromium();

const opened = onceAFile(async () => {
  const guild = await openGuild();
  await guild.drop();
  await guild.play(4);
  const seen = ({ body }: { body: { data: unknown[] } }) => body.data.length >= 6;
  await guild.getUntil('/events?limit=500', { key: guild.key, withinMs: 15_000, seen });
  const { body } = await guild.get('/accounts', { key: guild.key });
  return { ...guild, id: body.data[0].id as string };
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** @param change of the text of the block */
async function runBlock(label: string, url: string, cwd: string, change = (text: string) => text) {
  const { key, id } = opened();
  const [save, block] = await Promise.all([codeBlock(recipe, 'sh save'), codeBlock(recipe, `sh ${label}`)]);
  const env = { PATH: process.env.PATH, A: `${url}/api/v1`, H: `Authorization: Bearer ${key}`, ID: id };
  return new Promise<Ended>((resolve) => {
    execFile('sh', ['-c', `${save}${change(block)}`], { cwd, env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

describe.skipIf(isMissing).each(faults)('an answer: %s', (fault) => {
  test('no line of the curl recipe prints it as data', async () => {
    const hub = await startFaultyHub(opened().url);
    hub.fail(fault);
    for (const label of ['online', 'id', 'loot']) {
      const { code, out } = await runBlock(label, hub.url, await temporaryFolder());
      expect([code === 0, out], label).toEqual([false, '']);
    }
  });

  test('a file that curl keeps stays as it was, and is replaced when the hub answers again', async () => {
    const hub = await startFaultyHub(opened().url);
    const folder = await temporaryFolder();
    const all = async () => {
      const names = ['gains.csv', 'snapshot.json', 'snapshot.etag'];
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    };
    for (const label of ['gains', 'snapshot']) {
      // A key may ask once a second, and the test before has just asked.
      const code = async () => (await runBlock(label, hub.url, folder)).code;
      await expect.poll(code, { interval: 1_100 }).toBe(0);
    }
    const kept = await all();
    expect(JSON.parse(kept[1] ?? '').data).toHaveLength(1);
    hub.fail(fault);
    for (const label of ['gains', 'snapshot']) {
      const { code, out } = await runBlock(label, hub.url, folder);
      expect([code === 0, out], label).toEqual([false, '']);
    }
    expect(await all()).toEqual(kept);
    hub.fail(null);
    await expect
      .poll(() => runBlock('snapshot', hub.url, folder), { interval: 1_100 })
      .toMatchObject({ code: 0, out: expect.stringContaining(playerName) });
  });

  test('an export that it ends on the third page has an error, and no file that looks whole', async () => {
    const hub = await startFaultyHub(opened().url);
    const folder = await temporaryFolder();
    const file = join(folder, 'events.ndjson');
    const inPages = (text: string) => text.replace('limit=500', 'limit=2');
    hub.fail(fault, { afterAnswers: 2 });
    expect((await runBlock('export', hub.url, folder, inPages)).code).not.toBe(0);
    expect(hub.failed()).toBeGreaterThan(0);
    expect(await readdir(folder)).not.toContain('events.ndjson');
    await writeFile(file, 'an earlier export');
    hub.fail(fault, { afterAnswers: 2 });
    expect((await runBlock('export', hub.url, folder, inPages)).code).not.toBe(0);
    expect(await readFile(file, 'utf8')).toBe('an earlier export');
    hub.fail(null);
    expect((await runBlock('export', hub.url, folder, inPages)).code).toBe(0);
    expect((await readFile(file, 'utf8')).trim().split('\n').length).toBeGreaterThanOrEqual(6);
  });

  test('follow.sh keeps its place and prints nothing of it', async () => {
    const { url, key } = opened();
    const hub = await startFaultyHub(url);
    const folder = await temporaryFolder();
    const cursorFile = join(folder, 'cursor.txt');
    const { body } = await opened().get('/events?cursor=now', { key });
    await writeFile(cursorFile, `${body.meta.next_cursor}\n`);
    hub.fail(fault);
    const script = spawn('sh', [`${projectRoot}docs/recipes/follow.sh`], {
      cwd: folder,
      env: { PATH: process.env.PATH, A: `${hub.url}/api/v1`, H: `Authorization: Bearer ${key}`, PAUSE: '1' },
    });
    let printed = '';
    script.stdout.on('data', (text) => {
      printed += text;
    });
    const ended = once(script, 'exit').then(([code]) => code as number | null);
    atEnd(() => void script.kill('SIGTERM'));
    await expect.poll(() => hub.failed()).toBeGreaterThan(0);
    if (fault === '503' || fault === '429') {
      hub.fail(null);
      await opened().drop();
      await expect.poll(() => printed).toContain('received Tanzanite fang');
      script.kill('SIGTERM');
      await ended;
    } else if (fault !== 'HTML of a proxy') {
      expect(await ended).not.toBe(0);
      expect([printed, (await readFile(cursorFile, 'utf8')).trim()]).toEqual(['', body.meta.next_cursor]);
    }
  });
});

const bot = onceAFile(() => installRecipe('docs/recipes/discord.md', 'discord-bot'));

test('the Discord bot posts no error, continues after each error, and ends only when its key is refused', async () => {
  await Promise.all(faults.map(expectBotContinues));
});

async function expectBotContinues(fault: (typeof faults)[number]): Promise<void> {
  const { url, key, get, drop } = opened();
  const hub = await startFaultyHub(url);
  const discord = await startFakeDiscord(() => 'none');
  const stateFile = join(await temporaryFolder(), 'state.json');
  const cursor = (await get('/events?cursor=now', { key })).body.meta.next_cursor;
  await writeFile(stateFile, JSON.stringify({ cursor }));
  hub.fail(fault);
  const child = spawn(process.execPath, ['discord-bot.mjs'], {
    cwd: bot(),
    env: {
      HUB_URL: hub.url,
      HUB_KEY: key,
      DISCORD_API: discord.api,
      DISCORD_TOKEN: discord.token,
      CHANNEL_ID: discord.channelId,
      STATE_FILE: stateFile,
    },
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  atEnd(() => void child.kill('SIGKILL'));
  await expect.poll(() => hub.failed()).toBeGreaterThan(0);
  await drop();
  if (fault === '401') expect(await ended).toBe(1);
  expect([fault, discord.messages]).toEqual([fault, []]);
  expect(JSON.parse(await readFile(stateFile, 'utf8')).cursor).toBe(cursor);
  if (fault === '401') return;
  hub.fail(null);
  await expect.poll(() => discord.messages.length, { timeout: 60_000 }).toBeGreaterThan(0);
  child.kill('SIGKILL');
}

const overlay = onceAFile(() => installRecipe('docs/recipes/overlay.md', 'overlay'));

test.skipIf(chromium === null)(
  'the overlay fades while the hub answers errors, shows none of them, and stays faded when its key is refused (needs Chromium)',
  async () => {
    const { url, makeKey } = opened();
    const key = await makeKey({ categories: ['events', 'activity'] });
    const hub = await startFaultyHub(url);
    const page = await (await startChromium(`${chromium}`)).newPage();
    await page.goto(`${await startFileServer(overlay())}/overlay.html#hub=${hub.url}&key=${key}`);
    const opacity = () => page.evaluate<string>('getComputedStyle(document.body).opacity');
    const shown = () => page.textContent('body');
    await expect.poll(() => page.textContent('#online')).toBe(`In game: ${playerName}`);
    const before = await shown();
    for (const fault of ['503', 'HTML', 'cut'] as const) {
      hub.fail(fault);
      await expect.poll(opacity, { timeout: 30_000 }).toBe('0.4');
      expect(await shown()).toBe(before);
    }
    hub.fail(null);
    await expect.poll(opacity, { timeout: 60_000 }).toBe('1');
    hub.fail('401');
    await expect.poll(opacity, { timeout: 30_000 }).toBe('0.4');
    expect(await shown()).toBe(before);
  },
);
