import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { report, whip } from '../../projections/account-state/testing/report.ts';
import { gameEvent } from '../../projections/event-feed/testing/game-events.ts';
import { type Item, quantityMax } from '../../shared/domain/item.ts';
import { newEvent } from '../../shared/events/event.ts';
import { holdings } from '../../shared/events/holdings.ts';
import { onceAFile } from '../support/at-end.ts';
import { accounts } from './guild-data.ts';
import { findChromium } from './launch-chromium.ts';
import { smallTargets } from './layout-measures.ts';
import { openGuildPages } from './open-guild-pages.ts';
import {
  addressHas,
  focused,
  inaccessibleInThemes,
  pixelsBeyondEdge,
  type VisitOptions,
} from './page-visits.ts';

const chromium = findChromium();
const { quillon, bram, tess, wide } = accounts;
const [bones, babyBones, dagger] = [536, 534, 1_215];

const itemOf = (id: number, name: string, quantity = 1): Item => ({ ...whip, id, name, quantity });

function bank(subject: string, at: number, ...items: readonly (readonly [number, number])[]) {
  const about = { subject, source: 'gim', part: 'bank' };
  return newEvent(holdings.bank, about, { at, items: items.map(([id, quantity]) => ({ id, quantity })) });
}

async function open(executable: string) {
  const opened = await openGuildPages(executable);
  const { hub } = opened;
  const at = Date.now();
  await hub.append([
    report.equipment(tess, at, [itemOf(dagger, 'Dragon dagger')]),
    report.inventory(tess, at, [
      itemOf(bones, 'Dragon bones', 30),
      itemOf(babyBones, 'Baby dragon bones', 500),
    ]),
    bank(tess, at, [dagger, 3]),
    bank(quillon, at, [bones, 17_756], [babyBones, 1]),
    bank(bram, at, [bones, 2]),
    bank(wide, at, [995, quantityMax]),
    gameEvent(bram, {
      type: 'KILL_COUNT',
      occurred_at: at,
      data: JSON.stringify({ type: 'KILL_COUNT', extra: { boss: 'King Black Dragon', count: 12 } }),
    }),
  ]);
  await hub.projected();
  return opened;
}

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => open(chromium ?? ''));
  const visit = async (path: string, options: Partial<VisitOptions> = {}) =>
    opened().visit(path, { key: await opened().hub.makeKey(), ...options });
  const field = (page: Page) => page.getByRole('combobox', { name: 'Name or id of an item' });
  const lines = (page: Page) => page.locator('.held-item summary');
  const names = (page: Page) => page.locator('.held-name').allTextContents();

  /** The searches of the page. The start asks for many items at once. */
  function asked(page: Page): string[] {
    const found: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const items = searchParams.get('items') ?? '';
      if (pathname.endsWith('/api/v1/items') && !items.includes(',')) found.push(items);
    });
    return found;
  }

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('typing searches once after a pause, and is one step back until Enter', async () => {
    const page = await visit('/items');
    const requests = asked(page);
    const visits = await page.evaluate('history.length');
    await field(page).pressSequentially('dr', { delay: 20 });
    await page.waitForTimeout(600);
    expect(requests).toEqual([]);
    await field(page).pressSequentially('agon', { delay: 20 });
    await lines(page).nth(2).waitFor();
    await addressHas(page, 'find=dragon');
    expect(requests).toEqual(['dragon']);
    await page.getByRole('region', { name: '3 items found' }).waitFor();
    expect(await names(page)).toEqual(['Dragon bones', 'Baby dragon bones', 'Dragon dagger']);
    expect(await field(page).inputValue()).toBe('dragon');
    // The field suggests the names that the page knows.
    expect(await page.locator('#item-names option[value="Dragon dagger"]').count()).toBe(1);
    await field(page).fill('dr');
    await page.keyboard.press('Enter');
    await addressHas(page, 'find=dr');
    await expect.poll(() => requests.at(-1)).toBe('dr');
    expect(await page.evaluate('history.length')).toBe(Number(visits) + 1);
    await field(page).fill('baby');
    await addressHas(page, 'find=baby');
    await page.goBack();
    await addressHas(page, 'find=dr');
    expect(await field(page).inputValue()).toBe('dr');
    await page.goBack();
    await page.getByRole('region', { name: 'Top drops that the guild holds' }).waitFor();
  });

  test('the earlier result stays dimmed until the next, and a late answer of an earlier text is ignored', async () => {
    const page = await visit('/items?find=baby');
    await page.getByRole('region', { name: 'Players with Baby dragon bones' }).waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/items?*items=dragon&*', async (route) => {
      await held.promise;
      await route.continue().catch(() => {});
    });
    await field(page).fill('dragon');
    await addressHas(page, 'find=dragon');
    const busy = page.locator('.found-items[aria-busy=true]');
    await busy.getByText('Baby dragon bones').first().waitFor();
    const opacity = "getComputedStyle(document.querySelector('.found-items')).opacity";
    await expect.poll(() => page.evaluate(opacity)).toBe('0.55');
    await field(page).fill('dragon dag');
    await page.getByRole('region', { name: 'Players with Dragon dagger' }).waitFor();
    held.resolve();
    await page.waitForTimeout(300);
    expect(await names(page)).toEqual(['Dragon dagger']);
  });

  test('a line opens by keyboard to one row for each player, and a single item is open at once', async () => {
    const page = await visit('/items?find=dragon');
    const line = lines(page).filter({ hasText: 'Dragon bones' }).first();
    await line.getByText('17,788 held').waitFor();
    expect(await line.innerText()).toMatch(/3 players/);
    expect(await page.getByRole('table').count()).toBe(0);
    await line.focus();
    await page.keyboard.press('Enter');
    const rows = page.getByRole('table', { name: 'Players with Dragon bones' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.first().innerText()).toMatch(/^Quillon Fen\s+Bank\s+17,756\s+26\.6B\s/);
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(0);
    await page.goto(`${opened().hub.url}/items?find=dagger`);
    const only = page.getByRole('table', { name: 'Players with Dragon dagger' }).locator('tbody tr');
    await only.first().waitFor();
    expect(await only.allInnerTexts()).toEqual([
      expect.stringMatching(/^Tess Marrow\s+Worn 1, bank 3\s+4\s/),
    ]);
  });

  test('the open lines and their order are in the address, until another search', async () => {
    const page = await visit('/items?find=dragon');
    const byName = ['Dragon bones', 'Dragon dagger', 'Baby dragon bones'];
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect.poll(() => names(page)).toEqual(byName);
    await page.getByRole('button', { name: 'Players', exact: true }).click();
    const byPlayers = ['Dragon bones', 'Baby dragon bones', 'Dragon dagger'];
    await expect.poll(() => names(page)).toEqual(byPlayers);
    await lines(page).filter({ hasText: 'Dragon dagger' }).click();
    await addressHas(page, `order=players&open=${dagger}`);
    const holder = page.getByRole('table', { name: 'Players with Dragon dagger' }).getByRole('link');
    await holder.click();
    await page.getByRole('heading', { name: 'Tess Marrow' }).waitFor();
    await page.goBack();
    await holder.waitFor();
    expect(await names(page)).toEqual(byPlayers);
    await page.reload();
    await holder.waitFor();
    await field(page).fill('dagger');
    await addressHas(page, 'find=dagger');
    await holder.waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.has('open')).toBe(false);
    await lines(page).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBe('');
    await page.reload();
    await lines(page).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  });

  test('a file is offered for found items only', async () => {
    const page = await visit('/items?find=nobody+has+this');
    await page.getByRole('region', { name: 'No item found' }).getByText('Check the spelling').waitFor();
    const button = page.getByRole('button', { name: 'CSV' });
    expect(await button.count()).toBe(0);
    await field(page).fill('dagger');
    const saved = page.waitForEvent('download');
    await button.click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('items dagger.csv');
    expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(3);
  });

  test('the field shows the name of an item that a link names by its id', async () => {
    const page = await visit(`/items?find=${dagger}`);
    await expect.poll(() => field(page).inputValue()).toBe('Dragon dagger');
    await field(page).fill(String(bones));
    await page.getByRole('region', { name: 'Players with Dragon bones' }).waitFor();
    expect(await field(page).inputValue()).toBe(String(bones));
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page).inputValue()).toBe('Dragon bones');
  });

  test('the page says how long the hub asks to wait', async () => {
    const page = await visit('/items');
    const json = { error: { code: 'rate_limited', message: 'too many requests' } };
    await page.route('**/api/v1/items?*', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '20' }, json }),
    );
    await field(page).fill('dragon');
    await page.getByText('Too many requests: the page asks again in 20 s').waitFor();
    expect(await page.getByRole('button', { name: 'CSV' }).count()).toBe(0);
  });

  test('a key without the places of items is told so', async () => {
    const key = await opened().hub.makeKey({ categories: ['stats'] });
    const page = await visit('/items?find=dragon', { key });
    await page.getByText('This key does not read equipment, inventory or bank.').waitFor();
    expect(await page.getByRole('region', { name: 'Players with' }).count()).toBe(0);
  });

  test.each([390, 1_280])('long names stay inside of the page, %i pixels wide', async (width) => {
    const page = await visit('/items?find=995,4151,dragon', { width, touch: width < 800 });
    await lines(page).nth(4).waitFor();
    for (const line of await lines(page).all()) await line.click();
    await expect.poll(() => page.getByRole('table').count()).toBe(5);
    expect(await pixelsBeyondEdge(page)).toBe(0);
    const isInPanel =
      '[...document.querySelectorAll(".held-item")].every((it) => it.scrollWidth <= it.clientWidth)';
    expect(await page.evaluate(isInPanel)).toBe(true);
    expect(await smallTargets(page)).toEqual([]);
    expect(await inaccessibleInThemes(page)).toEqual([]);
  });

  test('the search of the header finds players, bosses and items with few requests', async () => {
    const page = await visit('/players');
    const search = page.getByRole('combobox', { name: 'Search', exact: true });
    const finds = () => page.getByRole('listbox', { name: 'Found' }).getByRole('option').allInnerTexts();
    const requests: string[] = [];
    page.on('request', (request) => {
      const [path = ''] = /leaderboards.bosses|[/]items[?].*/.exec(request.url()) ?? [];
      if (path !== '') requests.push(path);
    });
    await search.pressSequentially('d', { delay: 20 });
    await page.waitForTimeout(600);
    expect(requests).toEqual([]);
    await search.pressSequentially('ragon', { delay: 20 });
    const all = [
      'King Black Dragon boss',
      'Dragon bones item',
      'Dragon dagger item',
      'Baby dragon bones item',
    ];
    const shown = async () =>
      (await finds()).map((text) => text.replaceAll(/[⁨⁩]|\s(?=\s)/gu, '').replace('\n', ' '));
    await expect.poll(shown).toEqual([...all, 'dragon in items']);
    expect(requests.sort()).toEqual(['/items?items=dragon&limit=4', 'leaderboards/bosses']);
    await search.press('Enter');
    await page.getByRole('region', { name: 'Kills of King Black Dragon' }).waitFor();
    await addressHas(page, 'metric=kills&boss=King+Black+Dragon');
    await search.fill('bones dragon');
    await expect
      .poll(shown)
      .toEqual(['Dragon bones item', 'Baby dragon bones item', 'bones dragon in items']);
    await search.press('ArrowDown');
    await search.press('Enter');
    await addressHas(page, `find=${babyBones}`);
    await page.getByRole('region', { name: 'Players with Baby dragon bones' }).waitFor();
    await search.fill('bram');
    await expect.poll(shown).toEqual(['Bram Oak player', 'bram in items']);
  });

  test('the search of the header leaves out what the key does not read', async () => {
    const key = await opened().hub.makeKey({ categories: ['stats'] });
    const page = await visit('/players', { key });
    await page.getByRole('link', { name: 'Bram Oak' }).first().waitFor();
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('dragon');
    await page.waitForTimeout(1_000);
    expect(await page.getByRole('listbox', { name: 'Found' }).getByRole('option').count()).toBe(0);
  });

  test('the field keeps the focus while results change', async () => {
    const page = await visit('/items');
    await field(page).pressSequentially('dragon dagger', { delay: 60 });
    await page.getByRole('region', { name: 'Players with Dragon dagger' }).waitFor();
    expect(await focused(page)).toBe('Name or id of an item');
    expect(await field(page).inputValue()).toBe('dragon dagger');
  });
});
