import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { onceAFile } from '../support/at-end.ts';
import { accounts, drop, locationOf } from './guild-data.ts';
import { findChromium } from './launch-chromium.ts';
import { openGuildPages } from './open-guild-pages.ts';
import {
  addressHas,
  focused,
  inaccessibleInThemes,
  pixelsBeyondEdge,
  type VisitOptions,
} from './page-visits.ts';

const chromium = findChromium();
/** The middle of a map has no exact tile, because the map moves by whole pixels. */
function isAround(page: Page, x: number, y: number, tiles = 1): Promise<void> {
  return page.waitForURL(({ searchParams }) => {
    const [atX = 0, atY = 0] = (searchParams.get('at') ?? '').split(',').map(Number);
    return Math.max(Math.abs(atX - x), Math.abs(atY - y)) <= tiles;
  });
}

const middle = { position: { x: 640, y: 376 } };

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => openGuildPages(chromium ?? ''));
  const visit = async (path: string, options: Partial<VisitOptions> = {}) =>
    opened().visit(path, { key: await opened().hub.makeKey(), ...options });
  const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('the card of a followed player opens with the following, stays while it lasts, and keeps the player in sight', async () => {
    const { hub } = opened();
    const page = await visit('/map');
    const row = page.locator('.live-player', { hasText: 'Quillon Fen' });
    await row.getByRole('button', { name: 'online Quillon Fen' }).click();
    const card = cardOf(page, 'Followed player');
    await card.getByRole('link', { name: 'Quillon Fen' }).first().waitFor();
    await card.getByRole('list', { name: 'Gear' }).waitFor();
    await card.getByText('Falador').waitFor();
    await isAround(page, 2_964, 3_378);
    await hub.append([locationOf(accounts.quillon, Date.now(), 3_293, 3_174)]);
    await isAround(page, 3_293, 3_174);
    await card.getByRole('button', { name: 'Follow', pressed: true }).waitFor();
    const top = await card.evaluate((it) => it.getBoundingClientRect().top);
    const map = await page.locator('.live-map').boundingBox();
    expect(top).toBeGreaterThan((map?.y ?? 0) + (map?.height ?? 0) / 2 + 10);
    // The address that others receive opens the same card.
    await page.reload();
    await card.getByRole('button', { name: 'Follow', pressed: true }).click();
    await page.waitForURL(({ searchParams }) => !searchParams.has('follow'));
    await cardOf(page, 'Player').getByRole('button', { name: 'Follow', pressed: false }).waitFor();
  });

  test('the card of a place names the place and counts who is there', async () => {
    const page = await visit('/map?at=3094,3245,2');
    await page.locator('.live-player', { hasText: 'Bram Oak' }).waitFor();
    await page.locator('.live-map').click(middle);
    const card = cardOf(page, '2 players in Draynor Village');
    await card.getByText('W'.repeat(32)).waitFor();
    expect(await card.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    expect(await inaccessibleInThemes(page)).toEqual([]);
  });

  test('the long title of a card wraps next to its button', async () => {
    const { hub } = opened();
    const location = { x: 3_094, y: 3_245, plane: 0 };
    const loot = { highestValueItem: { name: 'Coal' }, source: { text: 'Goblin' }, location };
    await hub.append([drop(accounts.wide, 'Coal', { data: JSON.stringify({ type: 'loot', data: loot }) })]);
    await hub.projected();
    const page = await visit('/map?at=3094,3245,2', { width: 390 });
    await page.locator('.live-map canvas').first().waitFor();
    const card = page.locator('.picked-card');
    const title = card.getByRole('heading', { name: '2 players and 1 event in Draynor Village' });
    // Events come after the first picture of the map.
    await expect
      .poll(async () => {
        await page.locator('.live-map').click();
        return title.count();
      })
      .toBe(1);
    const [head, button] = await Promise.all([
      title.boundingBox(),
      card.getByRole('button', { name: 'Close' }).boundingBox(),
    ]);
    if (head === null || button === null) throw new Error('no card');
    expect(await title.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    expect(button.x).toBeGreaterThanOrEqual(head.x + head.width);
    expect(button.y).toBeLessThan(head.y + 8);
  });

  test('Escape closes the card, and then ends the following', async () => {
    const page = await visit(`/map?follow=${accounts.quillon}`);
    const card = cardOf(page, 'Followed player');
    await card.getByRole('button', { name: 'Follow', pressed: true }).press('Escape');
    await card.waitFor({ state: 'detached' });
    await addressHas(page, `follow=${accounts.quillon}`);
    // The find field has its own Escape.
    await page.getByRole('combobox', { name: 'Find a player or a place' }).press('Escape');
    await addressHas(page, `follow=${accounts.quillon}`);
    await page.locator('.live-map').press('Escape');
    await page.waitForURL(({ searchParams }) => !searchParams.has('follow'));
  });

  test('Escape closes what opened last, and the element that opened it gets the focus back', async () => {
    const { quillon } = accounts;
    const page = await visit(`/map?follow=${quillon}&trails=${quillon}&range=day`);
    const card = cardOf(page, 'Followed player');
    await card.waitFor();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const time = page.getByRole('slider', { name: 'Time' });
    const heat = page.getByRole('checkbox', { name: 'Heat' });
    const worth = page.getByRole('combobox', { name: 'Worth' });
    await button('Replay').press('Enter');
    await button('Layers').press('Enter');
    await button('Filter').press('Enter');
    await heat.press('Escape');
    await worth.waitFor({ state: 'detached' });
    expect(await focused(page)).toContain('Heat');
    await heat.press('Escape');
    await heat.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Layers');
    await time.press('Escape');
    await time.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Replay');
    await card.getByRole('button', { name: 'Close' }).press('Escape');
    await card.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.live-map:focus').count()).toBe(1);
  });

  test('on a phone the card of a player leaves room for the replay', async () => {
    const { quillon } = accounts;
    const page = await visit(`/map?follow=${quillon}&trails=${quillon}&range=day`, { width: 390 });
    const card = cardOf(page, 'Followed player');
    await card.getByRole('list', { name: 'Gear' }).waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('slider', { name: 'Time' }).waitFor();
    expect(await card.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('button', { name: 'Replay' }).waitFor();
    await card.waitFor();
  });

  test('a trail without a step in its time moves the map to the place of its player', async () => {
    const page = await visit('/map?at=2658,2659,1');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Trail of Tess Marrow' }).click();
    // The place is in the middle of the part that no panel covers.
    await isAround(page, 3_222, 3_218, 10);
  });

  test('a realm that is chosen while the map zooms is shown after the zoom', async () => {
    const page = await visit('/map?at=3094,9700,2');
    await page.getByRole('button', { name: 'Underground', pressed: true }).waitFor();
    const pressInZoom = (name: string) =>
      page.evaluate(`new Promise((resolve) => {
        document.querySelector('[aria-label="Zoom in"]').click();
        const press = () => {
          if (document.querySelector('.leaflet-zoom-anim') === null) return requestAnimationFrame(press);
          [...document.querySelectorAll('.layer-panel button')]
            .find((it) => (it.ariaLabel ?? it.textContent).startsWith('${name}')).click();
          resolve();
        };
        press();
      })`);
    await pressInZoom('Surface');
    await isAround(page, 3_094, 3_300, 4);
    await page.waitForURL(({ searchParams }) => searchParams.get('at')?.endsWith(',3') === true);
    await pressInZoom('Zoom in');
    await page.waitForURL(({ searchParams }) => searchParams.get('at')?.endsWith(',5') === true);
  });

  test('the map moves when the card of a pressed player would cover the player', async () => {
    const { hub } = opened();
    await hub.append([locationOf(accounts.quillon, Date.now(), 3_500, 3_300)]);
    await hub.projected();
    const page = await visit('/map?at=3500,3350,2', { width: 390 });
    await page.locator('.live-map canvas').first().waitFor();
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('.live-map').boundingBox()) ?? {};
    const card = page.locator('.picked-card');
    // The player stands 50 tiles of 4 pixels under the middle.
    await expect
      .poll(async () => {
        await page.mouse.click(x + width / 2, y + height / 2 + 200);
        return card.count();
      })
      .toBe(1);
    await card.getByRole('list', { name: 'Gear' }).waitFor();
    const tilesUnder = () => 3_300 - Number(new URL(page.url()).searchParams.get('at')?.split(',')[1]);
    await expect
      .poll(async () => {
        const { y: top = 0 } = (await card.boundingBox()) ?? {};
        return top - (y + height / 2 - tilesUnder() * 4);
      })
      .toBeGreaterThan(12);
    // The player is next to the card, and the map moved up and down only.
    await addressHas(page, 'at=3500');
    expect(tilesUnder()).toBeLessThan(0);
  });

  test('the button of the shown realm is pressed, and its card lists players by place', async () => {
    const { hub } = opened();
    const { quillon, bram, tess, wide, marked } = accounts;
    await hub.append([
      locationOf(bram, Date.now(), 3_240, 9_866),
      locationOf(wide, Date.now(), 3_237, 9_870),
      locationOf(tess, Date.now(), 3_046, 9_738),
      locationOf(marked, Date.now(), 1_500, 7_000),
    ]);
    await hub.projected();
    const page = await visit('/map?at=3000,3350,1', { width: 390 });
    const realm = (name: string, pressed: boolean) => page.getByRole('button', { name, pressed });
    await realm('Surface', true).waitFor();
    await realm('Underground', false).click();
    await realm('Underground 3 here now, 1 last seen here', true).waitFor();
    await realm('Surface', false).waitFor();
    const card = cardOf(page, 'Underground: 3 here now, 1 last seen here');
    await expect
      .poll(() => card.getByRole('heading', { level: 3 }).allTextContents())
      .toEqual(['Varrock Sewers2 here now', 'Mining Guild1 last seen here', 'Elsewhere1 here now']);
    // The map opens where most of them are.
    await isAround(page, 3_237, 9_866);
    // The card counts like its button, also after it opened.
    await hub.append([locationOf(quillon, Date.now(), 3_046, 9_739)]);
    await realm('Underground 4 here now, 1 last seen here', true).waitFor();
    await cardOf(page, 'Underground: 4 here now, 1 last seen here').waitFor();
    await hub.append([locationOf(quillon, Date.now(), 3_222, 3_218)]);
    await card.waitFor();
    await card.getByRole('button', { name: 'More about Bram Oak' }).click();
    await card.getByText(/hit points/).waitFor();
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.layer-panel button, .picked-card .chip')].map((it) => it.offsetHeight)`,
    );
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(32);
    expect(await page.evaluate(`document.querySelector('.layer-panel').offsetHeight`)).toBeLessThanOrEqual(
      42,
    );
    expect(await pixelsBeyondEdge(page)).toBe(0);
    // The list scrolls inside the card.
    const sizes = `(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(document.querySelector('.picked-list'))`;
    await expect.poll(() => page.evaluate(sizes)).toBe(true);
    expect(await inaccessibleInThemes(page)).toEqual([]);
    await card.getByRole('button', { name: 'Show Varrock Sewers on the map' }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('at')?.endsWith(',2') === true);
    await realm('Surface', false).click();
    await realm('Surface', true).waitFor();
    await card.waitFor({ state: 'detached' });
    // The map returns to the view that the viewer left.
    await isAround(page, 3_000, 3_350, 2);
    const counts = page.locator('.realm-count');
    await counts.first().waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1_280, height: 800 });
    await counts.first().waitFor();
    expect(await counts.allTextContents()).toEqual([expect.stringMatching(/^\d$/), '3']);
    // A place that the viewer looks for replaces the card of the earlier pick.
    await realm('Underground', false).click();
    await card.waitFor();
    await page.getByRole('combobox', { name: 'Find a player or a place' }).fill('Varrock Sewers');
    await page.keyboard.press('Enter');
    await card.waitFor({ state: 'detached' });
    // An address opens the card, too.
    await isAround(page, 3_237, 9_866, 4);
    await page.reload();
    await card.waitFor();
  });
});
