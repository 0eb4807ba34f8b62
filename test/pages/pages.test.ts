import type { Page } from 'playwright-core';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { given } from '../../projections/access/testing/membership.ts';
import { coins, report, whip } from '../../projections/account-state/testing/report.ts';
import { onceAFile } from '../support/at-end.ts';
import { accounts, drop } from './guild-data.ts';
import { findChromium } from './launch-chromium.ts';
import { hubName, openGuildPages } from './open-guild-pages.ts';
import {
  addressHas,
  assetBytes,
  focused,
  inaccessible,
  inaccessibleInThemes,
  pixelsBeyondEdge,
  type VisitOptions,
  waitUntilLoaded,
} from './page-visits.ts';
import { takePictures } from './pictures.ts';

const chromium = findChromium();
const pages = [
  '/map',
  '/guild',
  '/players',
  '/events',
  '/leaderboards',
  '/competitions',
  `/compare?accounts=${accounts.quillon},${accounts.wide},${accounts.marked}`,
  ...[accounts.quillon, accounts.wide, accounts.marked].map((account) => `/accounts/${account}`),
];

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => openGuildPages(chromium ?? ''));
  const anyKey = () => opened().hub.makeKey();
  const visit = async (path: string, options: Partial<VisitOptions> = {}) =>
    opened().visit(path, { key: await anyKey(), ...options });

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('the page of an account shows all data of the account, in the ranges that the address names', async () => {
    const page = await visit(`/accounts/${accounts.quillon}?skill=Slayer&span=month`);
    await page.getByRole('heading', { name: 'Quillon Fen' }).waitFor();
    const panel = (name: string) => page.getByRole('region', { name, exact: true });
    await panel('Xp').locator('canvas').waitFor();
    const changes = panel('Gear')
      .getByRole('listitem')
      .filter({ has: page.locator('time') });
    await panel('Gear').getByText('Show 3 changes').click();
    await expect.poll(() => changes.count()).toBe(3);
    for (const [index, change] of [
      '+ Abyssal whip',
      '− Abyssal whip',
      'worn since: Abyssal whip',
    ].entries()) {
      await changes.nth(index).getByText(change).waitFor();
    }
    await panel('Inventory').getByText('Coins × 418,220').waitFor({ state: 'attached' });
    await panel('Events').getByText('Tanzanite fang').waitFor();
    expect(await panel('Events').getByRole('link', { name: 'All' }).getAttribute('href')).toBe(
      `/events?account=${accounts.quillon}`,
    );
    await panel('Skills').getByRole('button', { name: 'Month' }).click();
    await addressHas(page, 'gains=month');
    await panel('Skills').getByText('+175K').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    const wealth = panel('Carried wealth per day');
    await wealth.locator('.u-over').hover();
    await wealth.getByText(/^\d+ \w+ \d{4}: At the end of the day/).waitFor();
    await panel('Play sessions').getByText('3 sessions, 1 h 00 min in the last 14 days').waitFor();
    await panel('Trail').getByRole('slider', { name: 'Time' }).waitFor();
    await panel('Trail').locator('.leaflet-container canvas').first().waitFor();
    await panel('Play sessions').getByRole('link', { name: 'Trail of' }).first().click();
    await addressHas(page, `trails=${accounts.quillon}&session=`);
  });

  test('an item without a picture does not block the picture of the next item in its slot', async () => {
    const { hub } = opened();
    const page = await visit('/compare');
    await page.route(`${hub.url}/icons/*`, (route) =>
      route
        .request()
        .url()
        .endsWith(`/${coins(1).id}`)
        ? route.abort()
        : route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    const settings = JSON.stringify({ itemIcon: `${hub.url}/icons/{id}` });
    await page.evaluate(`document.querySelector('meta[name=hub-settings]').content = '${settings}'`);
    await goTo(page, `/accounts/${accounts.bram}`);
    const slot = page.getByRole('region', { name: 'Inventory' }).getByRole('listitem').nth(27);
    await slot.scrollIntoViewIfNeeded();
    await slot.locator('.glyph').waitFor();
    await hub.append([report.inventory(accounts.bram, Date.now(), [{ ...whip, inventory_slot: 27 }])]);
    await slot.getByText('Abyssal whip').waitFor({ state: 'attached' });
    await expect.poll(() => slot.locator('img').count()).toBe(1);
  });

  test('the feed is filtered by its address', async () => {
    const page = await visit('/events');
    await page.getByText('Tanzanite fang').waitFor();
    // Map and charts are loaded only when a page needs them.
    const sent = await page.evaluate<number>(assetBytes);
    expect([sent > 50_000, sent < 200_000]).toEqual([true, true]);
    await page.getByRole('button', { name: 'Death' }).click();
    await addressHas(page, 'types=death');
    await page.getByText('died to Vorkath').waitFor();
    await expect.poll(() => page.locator('.event-line').count()).toBe(1);
    await page.getByLabel('Player').selectOption(accounts.bram);
    await page.getByText('No event passes the filter').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Tanzanite fang').waitFor();
  });

  test('events of a range load page by page, and each event has its own address', async () => {
    const page = await visit(`/events?to=${new Date(Date.now() - 86_400_000).toISOString()}`);
    const lines = page.locator('.event-line');
    await expect.poll(() => lines.count()).toBe(100);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('Bram Oak received Shark 1 from').waitFor();
    await expect.poll(() => lines.count()).toBe(140);
    await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.getByRole('button', { name: 'Loot', exact: true }).click();
    await lines.filter({ hasText: 'Tanzanite fang' }).getByRole('link', { name: 'min ago' }).click();
    await page.getByText('Reached the hub').waitFor();
    await expect.poll(() => lines.count()).toBe(1);
    await page.getByRole('link', { name: 'Falador' }).waitFor();
    await addressHas(page, 'types=loot');
    await page.getByRole('button', { name: 'Other events' }).click();
    await expect.poll(() => lines.count()).toBeGreaterThan(1);
    expect(page.url()).toBe(`${opened().hub.url}/events?types=loot`);
  });

  test('a button loads older events, stays until the last event, and then reports the end', async () => {
    const page = await visit(`/events?to=${new Date(Date.now() - 86_400_000).toISOString()}`);
    const lines = page.locator('.event-line');
    await expect.poll(() => lines.count()).toBe(100);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/events?*cursor=*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const more = page.getByRole('button', { name: 'Show more' });
    await more.press('Enter');
    await expect.poll(() => more.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => focused(page)).toBe('Show more');
    held.resolve();
    await expect.poll(() => focused(page)).toBe('No older events');
    await expect.poll(() => lines.count()).toBe(140);
  });

  test('a range without an end shows new events', async () => {
    const { hub } = opened();
    const page = await visit('/compare');
    await page.clock.install();
    await page.goto(`${hub.url}/events?from=${new Date(Date.now() - 3_600_000).toISOString()}`);
    await page.getByText('Tanzanite fang').waitFor();
    await hub.append([drop(accounts.bram, 'Elysian sigil')]);
    const key = await anyKey();
    await hub.getUntil('/events', {
      key,
      withinMs: 25_000,
      seen: ({ body }) => JSON.stringify(body).includes('Elysian sigil'),
    });
    await page.clock.fastForward(11_000);
    await page.getByText('Elysian sigil').waitFor();
  });

  test('people type a year digit by digit, and the address changes when the year is complete', async () => {
    const page = await visit('/events?from=2026-09-14T18:20:00.000Z');
    const field = page.getByLabel('From', { exact: true });
    await field.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('2');
    await expect.poll(() => field.inputValue()).toBe('0002-09-14T18:20');
    await addressHas(page, 'from=2026-09-14T18:20:00.000Z');
    // The focus leaves the field with the last digit, before the router can render the new address.
    await page.evaluate(`{
      const field = document.activeElement;
      field.addEventListener('input', () => {
        if (!field.value.startsWith('2025')) return;
        queueMicrotask(() => field.blur());
        setTimeout(() => (globalThis.shownThen = field.value), 0);
      });
    }`);
    await page.keyboard.type('025');
    await addressHas(page, 'from=2025-09-14T18%3A20%3A00.000Z');
    await expect.poll(() => page.evaluate('globalThis.shownThen')).toBe('2025-09-14T18:20');
    await expect.poll(() => field.inputValue()).toBe('2025-09-14T18:20');
  });

  test('the first time on a page is current, also when no page has shown a time for hours', async () => {
    const page = await visit('/compare');
    await page.addInitScript(`
      const now = Date.now;
      globalThis.lateMs = 0;
      Date.now = () => now() + lateMs;
      setInterval = () => 0;
    `);
    await page.reload();
    await page.getByRole('table').waitFor();
    await page.evaluate('lateMs = 2 * 3_600_000');
    await goTo(page, '/events');
    const line = page.locator('.event-line', { hasText: 'Tanzanite fang' });
    await line.getByRole('link', { name: '2 h ago' }).waitFor();
  });

  test('the leaderboards of a period lead to the accounts', async () => {
    const page = await visit('/leaderboards?period=month&skill=Slayer');
    const slayer = page.getByRole('region', { name: 'Slayer xp gained' });
    await slayer.getByText('175K').first().waitFor();
    await slayer.getByRole('link', { name: 'Quillon Fen' }).click();
    await page.getByRole('heading', { name: 'Quillon Fen' }).waitFor();
  });

  test('chosen accounts share a chart, and can be removed from the chart', async () => {
    const page = await visit(`/compare?skill=Slayer&accounts=${accounts.quillon}`);
    await page.getByText('Choose two to six players').waitFor();
    await page.getByRole('combobox', { name: 'Add a player' }).fill('bram');
    await page.getByRole('option', { name: 'Bram Oak' }).click();
    await page.locator('.chart canvas').waitFor();
    await addressHas(page, `accounts=${accounts.quillon}%2C${accounts.bram}`);
    await page.getByRole('button', { name: 'Quillon Fen leave out' }).click();
    await page.getByText('Choose two to six players').waitFor();
  });

  test('a tab without a key asks for a key, says when the key is invalid or refused, and forgets it', async () => {
    const page = await visit('/events', { key: null, width: 390 });
    const field = page.getByLabel('An API key of this hub');
    await field.fill('hub_nothing');
    await expect.poll(() => pixelsBeyondEdge(page)).toBe(0);
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('This is no key').waitFor();
    await field.fill(`hub_${'a'.repeat(10)}_${'b'.repeat(43)}`);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('The hub refuses the key of this tab').waitFor();
    expect(await inaccessible(page)).toEqual([]);
    await field.fill(await anyKey());
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Tanzanite fang').waitFor();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await field.waitFor();
  });

  test('a key in the address of an open tab is removed from the address, and opens the pages', async () => {
    const page = await visit('/events', { key: null });
    await page.getByLabel('An API key of this hub').waitFor();
    await page.evaluate(`location.hash = 'key=${await anyKey()}'`);
    await page.getByText('Tanzanite fang').waitFor();
    expect(page.url()).toBe(`${opened().hub.url}/events`);
    await page.goBack();
    expect(page.url()).not.toContain('key=');
  });

  test('while the hub is away, a page keeps its content and says so', async () => {
    const page = await visit('/');
    await page.getByRole('heading', { name: '4 online' }).waitFor();
    await page.route('**/api/**', (route) => route.abort());
    const notice = page.locator('.hub-away');
    await notice
      .getByText('The hub does not answer. This page asks again by itself. The data is from')
      .waitFor();
    await page.getByRole('heading', { name: '4 online' }).waitFor();
    expect(await inaccessible(page)).toEqual([]);
    await page.reload();
    await notice.getByText('No data yet.').waitFor();
    await page.unroute('**/api/**');
    await notice.waitFor({ state: 'detached' });
  });

  test('the notice that the hub is away stays visible, and is announced without the running time', async () => {
    const page = await visit('/events');
    await page.getByText('Tanzanite fang').waitFor();
    await page.route('**/api/**', (route) => route.abort());
    const notice = page.locator('.hub-away');
    await notice.waitFor();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(100);
    expect((await notice.boundingBox())?.y).toBe(48);
    await expect.poll(() => page.locator('[role=status] time').count()).toBe(0);
    await goTo(page, '/');
    await page.getByRole('heading', { name: '4 online' }).waitFor();
    const belowWindow = 'document.documentElement.scrollHeight - innerHeight';
    await expect.poll(() => page.evaluate<number>(belowWindow)).toBe(0);
  });

  test('a page that is opened while the hub is away loads with its styles and charts when the hub is back', async () => {
    const page = await visit('/leaderboards?period=week');
    await page.getByRole('region', { name: 'Overall xp gained' }).waitFor();
    await page.route(/assets|api/, (route) => route.abort());
    await goTo(page, `/accounts/${accounts.quillon}/history`);
    await page.getByRole('heading', { name: 'The hub does not answer' }).waitFor();
    expect(await inaccessible(page)).toEqual([]);
    // Charts and map are loaded separately from the page.
    await page.unroute(/assets|api/);
    await page.route(/assets\/(line-chart|live-map|trail-map)/, (route) => route.abort());
    await page.getByRole('heading', { name: 'Quillon Fen' }).waitFor();
    await page.unroute(/assets\/(line-chart|live-map|trail-map)/);
    await page.getByRole('region', { name: 'Carried wealth per day' }).locator('canvas').waitFor();
    await page.locator('.trail-map canvas').first().waitFor();
    const sheets = await page.evaluate<string[]>(`[...document.styleSheets].map(({ href }) => href)`);
    for (const name of ['account-page', 'line-chart']) {
      expect(
        sheets.filter((href) => href.includes(`/${name}-`)),
        name,
      ).toHaveLength(1);
    }
  });

  test('a page that a running hub does not have is reported as a page of another release', async () => {
    const page = await visit('/leaderboards?period=week');
    // Shortens the pauses before repeated requests, 15 s in all, to a twentieth.
    await page.addInitScript(`
      const later = setTimeout;
      globalThis.pauses = [];
      setTimeout = (work, ms, ...given) => {
        if (![1_000, 2_000, 4_000, 8_000].includes(ms)) return later(work, ms, ...given);
        pauses.push(ms);
        return later(work, ms / 20, ...given);
      };
    `);
    await page.reload();
    await page.getByRole('region', { name: 'Overall xp gained' }).waitFor();
    await page.route(/assets/, (route) => route.abort());
    await goTo(page, '/events');
    await page.getByText('The hub may be of another release').waitFor();
    await expect
      .poll(() => page.evaluate('pauses'))
      .toEqual(expect.arrayContaining([1_000, 2_000, 4_000, 8_000]));
    await page.unroute(/assets/);
    await page.getByRole('button', { name: 'Load it again' }).click();
    await page.getByText('Tanzanite fang').waitFor();
  });

  // Pictures differ a little each time, so an ordinary run takes no pictures.
  if (process.env.UPDATE_PICTURES === '1') {
    test('takes the pictures of the documents', () => takePictures(opened().browser), 400_000);
  }

  test('every page shows a text when it has no data', async () => {
    const page = await visit('/', { key: await opened().hub.makeKey({ accounts: [accounts.hidden] }) });
    for (const [path, text] of Object.entries({
      '/map': 'This key sees no account yet',
      '/guild': 'Nobody plays at the moment',
      '/players': 'You see no account yet',
      '/events': 'Nothing has happened yet',
      '/leaderboards': 'Nobody gained xp in this period',
      '/competitions': 'No competition is running',
      '/compare': 'Choose two to six players',
      [`/accounts/${accounts.quillon}`]: 'No such account',
      '/x': 'There is no such page',
    })) {
      await goTo(page, path);
      await page.getByText(text).first().waitFor();
      expect(await inaccessible(page), path).toEqual([]);
    }
  });

  test('an unknown address shows a page that says so, and a slightly wrong address leads to the right page', async () => {
    const page = await visit('/events');
    const { url } = opened().hub;
    expect((await page.goto(`${url}/accounts`))?.status()).toBe(404);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    expect((await page.goto(`${url}/events/?types=death`))?.status()).toBe(200);
    expect(page.url()).toBe(`${url}/events?types=death`);
    await page.getByText('died to Vorkath').waitFor();
  });

  test('a panel names its category when the key cannot read this category', async () => {
    const key = await opened().hub.makeKey({ categories: ['stats'] });
    const page = await visit(`/accounts/${accounts.quillon}`, { key });
    await page.getByRole('heading', { name: 'Quillon Fen' }).waitFor();
    for (const [panel, category] of Object.entries({
      Gear: 'equipment',
      Inventory: 'inventory',
      Events: 'events',
    })) {
      await page
        .getByRole('region', { name: panel })
        .getByText(`This key does not read ${category} here`)
        .waitFor();
    }
    expect(await inaccessible(page)).toEqual([]);
  });

  test('a player who does not share events and stats is hidden, and hides no other player', async () => {
    const { quillon, tess, bram, hidden } = accounts;
    const { hub } = opened();
    const share = (audience: 'guild' | 'private') =>
      hub.append(
        (['events', 'stats'] as const).map((category) =>
          given.sharing(tess, { category, audience, with: [] }),
        ),
      );
    onTestFinished(() => share('guild'));
    await share('private');
    const page = await visit(`/accounts/${tess}`);
    await page.getByRole('heading', { name: 'Tess Marrow' }).waitFor();
    const link = page.getByRole('link', { name: 'All events' });
    await link.waitFor({ state: 'detached' });
    await goTo(page, `/accounts/${bram}`);
    await link.waitFor();
    await goTo(page, `/compare?accounts=${tess},${quillon}`);
    await page.locator('.chart canvas').waitFor();
    await page.getByText('cannot be read here: Tess Marrow').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Quillon Fen leave out' }).getAttribute('data-series'))
      .toBe('1');

    await goTo(page, `/events?account=${quillon}`);
    const lines = page.locator('.event-line');
    await lines.first().waitFor();
    await expect.poll(() => page.getByLabel('Player').getByText('Tess Marrow').count()).toBe(0);
    await goTo(page, `/events?account=${tess}`);
    await page.getByText('This key does not read events here').waitFor();
    await goTo(page, `/events?account=${hidden}`);
    const refusal = page.getByText('The hub refuses this: Account not found.');
    await refusal.waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/events?*accounts=*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const again = page.waitForRequest(/accounts=hidden/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await again;
    expect([await refusal.count(), await lines.count()]).toEqual([1, 0]);
    held.resolve();
  });

  test('the focus and the text about a missing account stay while the page asks the hub again', async () => {
    const page = await visit('/compare');
    await page.clock.install();
    await page.goto(`${opened().hub.url}/accounts/${accounts.hidden}`);
    await page.getByRole('heading', { name: 'No such account' }).waitFor();
    await expect.poll(() => page.title()).toBe(`No such account · ${hubName}`);
    await page.getByRole('link', { name: 'Go to the live map' }).focus();
    const held = Promise.withResolvers<void>();
    const path = `**/api/v1/accounts/${accounts.hidden}`;
    await page.route(path, async (route) => {
      await held.promise;
      await route.continue();
    });
    const again = page.waitForRequest(path);
    await page.clock.fastForward(31_000);
    await again;
    await expect.poll(() => focused(page)).toBe('Go to the live map');
    held.resolve();
  });

  test('every page is accessible in both themes, fits a phone, and shows markup as text', async () => {
    const page = await visit('/compare');
    for (const path of pages) {
      await page.setViewportSize({ width: 1_280, height: 800 });
      await goAndSettle(page, path);
      expect(await inaccessibleInThemes(page), path).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      await expect.poll(() => pixelsBeyondEdge(page), { message: path }).toBe(0);
      const made = "document.querySelectorAll('#app :is(b:not(.number), img, script)').length";
      expect(await page.evaluate(made), path).toBe(0);
    }
    expect(await page.evaluate('typeof hacked')).toBe('undefined');
  });

  test('the page of the API has the header of the hub and the key of the tab, and fits a phone', async () => {
    const page = await visit('/', { width: 390 });
    await page.goto(`${opened().hub.url}/docs/api`);
    const authorize = page.getByRole('button', { name: 'Authorize' });
    await authorize.waitFor();
    await page.getByText('The forms use the key of this tab.').waitFor();
    await page.getByRole('banner').getByRole('link', { name: hubName }).waitFor();
    await expect.poll(() => pixelsBeyondEdge(page)).toBe(0);
    await authorize.click();
    await page.locator('.dialog-ux').getByRole('button', { name: 'Remove authorization' }).click();
    await expect.poll(() => page.locator('.dialog-ux input').count()).toBe(1);
    await page.locator('.dialog-ux').getByText('key (http, Bearer)').waitFor();
    await expect.poll(() => pixelsBeyondEdge(page)).toBe(0);
  });
});

async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
}

/** The page needs another heading than the last page. */
async function goAndSettle(page: Page, path: string): Promise<void> {
  const heading = page.locator('h1:not([data-left])').first();
  await heading.waitFor({ state: 'attached' });
  await page.evaluate(`document.querySelector('h1').dataset.left = ''`);
  await goTo(page, path);
  // The old page may stay for a moment, and the heading of an account comes with its data.
  await heading.waitFor({ state: 'attached' });
  await waitUntilLoaded(page);
}
