import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startChromium } from '../pages/chromium.ts';
import { findChromium } from '../pages/launch-chromium.ts';
import { onceAFile } from '../support/at-end.ts';
import { projectRoot } from '../support/source-tree.ts';
import { startFileServer } from './file-server.ts';
import { installRecipe } from './installed-client.ts';
import { openGuild } from './open-guild.ts';

const chromium = findChromium();
const overlay = `${projectRoot}docs/recipes/overlay.html`;
const guild = onceAFile(openGuild);
const installed = onceAFile(() => installRecipe('docs/recipes/overlay.md', 'overlay'));

test('the overlay has at most 40 lines', async () => {
  expect((await readFile(overlay, 'utf8')).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});

test.skipIf(chromium === null)(
  'the overlay of the recipe shows drops for some seconds, and shows the players in the game (needs Chromium)',
  async () => {
    const { url, makeKey, drop, play } = guild();
    const key = await makeKey({ categories: ['events', 'activity'] });
    const page = await (await startChromium(`${chromium}`)).newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(String(error)));
    const origin = await startFileServer(installed());
    await page.goto(`${origin}/overlay.html#hub=${url}&key=${key}&seconds=3`);
    await expect.poll(() => page.textContent('#online')).toBe('In game: Quillon Fen');

    const news = page.locator('#news p');
    await drop();
    await expect
      .poll(() => news.allTextContents())
      .toEqual(['Quillon Fen received Tanzanite fang (2.3M) from Zulrah']);
    await expect.poll(() => news.count()).toBe(0);
    // A drop, and a level-up of two levels.
    await play(2);
    await expect.poll(() => news.count()).toBe(3);

    const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect([background, failures]).toEqual(['rgba(0, 0, 0, 0)', []]);
  },
);

test.skipIf(chromium === null)(
  'the overlay hides drops below the lowest value (needs Chromium)',
  async () => {
    const { url, key, drop, play } = guild();
    const page = await (await startChromium(`${chromium}`)).newPage();
    const origin = await startFileServer(installed());
    await page.goto(`${origin}/overlay.html#hub=${url}&key=${key}&min=9000000&seconds=60`);
    await expect.poll(() => page.textContent('#online')).toContain('Quillon');
    await drop();
    await play(2);
    const news = page.locator('#news p');
    await expect.poll(() => news.count()).toBe(2);
    expect((await news.allTextContents()).join()).not.toContain('received');
  },
);
