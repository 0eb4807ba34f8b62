import type { Page } from 'playwright-core';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { given } from '../../projections/access/testing/membership.ts';
import { onceAFile } from '../support/at-end.ts';
import { startTestHub } from '../support/hub/hub.ts';
import { serveAtOnce } from '../support/hub/serve-at-once.ts';
import { buildChangedPages } from './built-pages.ts';
import { startChromium } from './chromium.ts';
import { accounts, drop, locationOf, markup, members, past } from './guild-data.ts';
import { findChromium } from './launch-chromium.ts';
import {
  assetBytes,
  drawFingers,
  focused,
  inaccessible,
  inaccessibleInThemes,
  pixelsBeyondEdge,
  type VisitOptions,
  visitsOf,
} from './page-visits.ts';
import { takePictures } from './pictures.ts';

/** The pages in a real browser, against a whole hub with a guild that has everything, the worst of it too. */

const chromium = findChromium();
const hubName = 'The "Guild" <b>of</b> Quillon & Bram';
const pages = [
  '/',
  '/events',
  '/leaderboards',
  `/compare?accounts=${accounts.quillon},${accounts.wide},${accounts.marked}`,
  ...[accounts.quillon, accounts.wide, accounts.marked].map((account) => `/accounts/${account}`),
];

async function open(executable: string) {
  await buildChangedPages();
  const [hub, browser] = await Promise.all([
    startTestHub({ settings: { HUB_NAME: hubName } }),
    startChromium(executable),
  ]);
  await serveAtOnce(hub.database);
  await hub.append(members());
  await hub.append(past(Date.now()));
  const key = await hub.makeKey();
  await hub.getUntil('/events?limit=500', {
    key,
    withinMs: 15_000,
    everyMs: 500,
    seen: ({ body }) => body.meta?.count === 146,
  });
  return { hub, browser, ...visitsOf(browser, hub.url) };
}

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => open(chromium ?? ''));
  const anyKey = () => opened().hub.makeKey();
  const visit = async (path: string, options: Partial<VisitOptions> = {}) =>
    opened().visit(path, { key: await anyKey(), ...options });

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('the live map finds and follows a player, shows who stands there, and remembers what is shown', async () => {
    const page = await visit('/');
    await page.getByRole('heading', { name: '4 online' }).waitFor();
    expect(page.url()).toBe(`${opened().hub.url}/`);
    expect(await page.title()).toBe(`Live map · ${hubName}`);
    const find = page.getByRole('combobox', { name: 'Find a player or a place' });
    await find.fill('quil');
    await find.press('Enter');
    await addressHas(page, `follow=${accounts.quillon}`);
    await addressHas(page, 'at=296');
    await page.locator('.live-map').click({ position: { x: 640, y: 376 } });
    await page.getByRole('region', { name: 'Here' }).getByRole('button', { name: 'Follow' }).waitFor();
    // Who is found again is not left.
    await find.fill('quil');
    await find.press('Enter');
    await expect.poll(() => find.inputValue()).toBe('');
    await addressHas(page, `follow=${accounts.quillon}`);
    const row = page.locator('.live-player', { hasText: 'Quillon Fen' });
    await row.getByRole('button', { name: 'Quillon Fen' }).click();
    await page.waitForURL(({ searchParams }) => !searchParams.has('follow'));
    await page.getByRole('button', { name: 'Layers' }).click();
    await page.getByRole('checkbox', { name: 'Heat' }).check();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Tess Marrow' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Layers' }).click();
    expect(await page.getByRole('checkbox', { name: 'Heat' }).isChecked()).toBe(true);
  });

  test('on a phone two fingers zoom the map, a tap shows who stands there, and a finger moves it', async () => {
    const page = await visit('/?at=3093,3244,0', { width: 390, touch: true });
    await page.locator('.live-map canvas').first().waitFor();
    const map = await page.locator('.live-map').boundingBox();
    if (map === null) throw new Error('no map');
    const [x, y] = [map.x + map.width / 2, map.y + map.height / 2];
    const around = (pixels: number) => [-pixels, pixels].map((by) => [x + by, y] as const);
    await drawFingers(page, around(40), around(160));
    await addressHas(page, 'at=3093%2C3244%2C2');
    await page.touchscreen.tap(x, y);
    await page.getByRole('region', { name: 'Here' }).getByText('W'.repeat(32)).waitFor();
    await drawFingers(page, [[x, y]], [[x + 160, y]]);
    await page.waitForURL(({ searchParams }) => Number.parseInt(searchParams.get('at') ?? '', 10) <= 3_053);
  });

  test('on a phone news shows over the map, and over no other part of the page', async () => {
    const page = await visit('/', { width: 360 });
    const sheets = page.getByRole('navigation', { name: 'Parts of the live page' });
    const shown = "getComputedStyle(document.querySelector('.toasts')).display !== 'none'";
    for (const name of ['map', 'players', 'events']) {
      await sheets.getByRole('button', { name }).click();
      await page.locator(`.live[data-sheet=${name}]`).waitFor();
      expect(await page.evaluate(shown), name).toBe(name === 'map');
    }
  });

  test('the live map shows what changes, and what happens', async () => {
    const { hub } = opened();
    const page = await visit('/');
    const row = page.locator('.live-player', { hasText: 'Bram Oak' });
    await row.getByText('Varrock').waitFor();
    await hub.append([
      locationOf(accounts.bram, Date.now(), 3_293, 3_174),
      drop(accounts.bram, 'Twisted bow', { value_gp: 1_600_000_000 }),
    ]);
    await row.getByText('Al Kharid').waitFor();
    await page.getByRole('list', { name: 'News' }).getByText('Twisted bow').waitFor();
    const feed = page.getByRole('region', { name: 'Events' });
    await feed.getByText('Bram Oak received Twisted bow (1.6B) from Zulrah').waitFor();
    await feed.getByRole('button', { name: 'Filter' }).click();
    await feed.getByRole('button', { name: 'Death' }).click();
    await feed.getByText('died to Vorkath').waitFor();
    expect(await feed.getByText('Twisted bow').count()).toBe(0);
  });

  test('where the first poll of events fails, none is told to be there, and those of the next are no news', async () => {
    const page = await visit('/', { key: null });
    const feed = page.getByRole('region', { name: 'Events' });
    const claimed: number[] = [];
    const events = '**/api/v1/events?*';
    // The later one goes first; the other sees seconds later what the page made of the failure.
    await page.route(events, async (route) => {
      claimed.push(await feed.getByText('Nothing has happened yet').count());
      await route.continue();
    });
    await page.route(events, (route) => route.abort(), { times: 1 });
    await page.goto(`${opened().hub.url}/?at=3222,3218,2#key=${await anyKey()}`);
    await feed.getByText('Tanzanite fang').waitFor();
    expect(claimed[0]).toBe(0);
    expect(await page.getByRole('list', { name: 'News' }).getByRole('listitem').count()).toBe(0);
  });

  test('polls are read in a worker, which may ask nobody and ends with the key', async () => {
    const { hub } = opened();
    const page = await visit('/');
    const row = page.locator('.live-player', { hasText: 'Bram Oak' });
    await row.waitFor();
    await expect.poll(() => page.workers().length).toBe(1);
    const [worker] = page.workers();
    if (worker === undefined) throw new Error('no worker');
    await worker.evaluate(`self.read = 0; addEventListener('message', () => { self.read += 1; })`);
    await hub.append([locationOf(accounts.bram, Date.now(), 2_658, 2_659)]);
    await row.getByText('Void Knights’ Outpost').waitFor();
    expect(await worker.evaluate<number>('read')).toBeGreaterThan(0);
    expect(await worker.evaluate(`fetch('/api/v1/me').then(() => 'asked', () => 'refused')`)).toBe('refused');
    await page.getByRole('button', { name: 'Forget key' }).click();
    await expect.poll(() => page.workers().length).toBe(0);
    for (const problem of opened().takeProblems()) expect(problem).toContain('/api/v1/me');
  });

  test('polls are read without a worker where none starts', async () => {
    const { hub } = opened();
    const page = await visit('/', { key: null });
    await page.route('**/snapshot-worker*', (route) => route.abort());
    await page.goto(`${hub.url}/events#key=${await anyKey()}`);
    await page.goto(hub.url);
    const row = page.locator('.live-player', { hasText: 'Bram Oak' });
    await row.waitFor();
    expect(page.workers()).toEqual([]);
    await hub.append([locationOf(accounts.bram, Date.now(), 2_599, 3_420)]);
    await row.getByText('Fishing Guild').waitFor();
  });

  test('a trail is asked for in the address, so that it can be sent to somebody', async () => {
    const page = await visit('/');
    const row = page.locator('.live-player', { hasText: 'Quillon Fen' });
    const asked = page.waitForRequest((request) => request.url().includes('/locations?'));
    await row.getByRole('button', { name: 'trail' }).click();
    await asked;
    await page.getByRole('button', { name: 'Week' }).click();
    await addressHas(page, `trails=${accounts.quillon}`);
    await addressHas(page, 'range=week');
    await page.getByLabel('One play session').selectOption({ index: 1 });
    await addressHas(page, 'session=');
  });

  test('a replay shows those with a trail where they were, and goes back to now', async () => {
    const page = await visit(`/?at=3222,3218,2&trails=${accounts.quillon}`);
    await page.getByRole('button', { name: 'Replay' }).click();
    const time = page.getByRole('slider', { name: 'Time' });
    const first = await time.inputValue();
    // Nine minutes ago he stood in Lumbridge, where nobody is now.
    await page.locator('.live-map').click({ position: { x: 640, y: 376 } });
    await page.getByRole('region', { name: 'Here' }).getByText('Quillon Fen').first().waitFor();
    await page.getByRole('button', { name: '300×' }).click();
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(async () => Number(await time.inputValue()) - Number(first)).toBeGreaterThan(60_000);
    const row = page.locator('.live-player', { hasText: 'Quillon Fen' });
    await row.getByRole('button', { name: 'trail' }).click();
    await time.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.locator('.live-replay').waitFor({ state: 'detached' });
  });

  test('a trail that is not or no more shared leaves the others, and is taken away by its player’s button', async () => {
    const { quillon, hidden } = accounts;
    const share = (audience: 'guild' | 'private') =>
      opened().hub.append([given.sharing(quillon, { category: 'location_history', audience, with: [] })]);
    const page = await visit(`/?trails=${quillon},${hidden}`);
    const replay = page.getByRole('button', { name: 'Replay' });
    await replay.waitFor();
    onTestFinished(() => share('guild'));
    await share('private');
    await replay.waitFor({ state: 'detached' });
    await page
      .locator('.live-player', { hasText: 'Quillon Fen' })
      .getByRole('button', { name: 'trail' })
      .click();
    await page.waitForURL(({ searchParams }) => searchParams.get('trails') === hidden);
  });

  test('who leaves the live map while it moves is not thrown back, however slowly the next page comes', async () => {
    const page = await visit('/');
    await page.locator('.live-map canvas').first().waitFor();
    const { promise: written, resolve: send } = Promise.withResolvers<void>();
    await page.route('**/assets/events-page*.js', (route) => written.then(() => route.continue()));
    await page.mouse.move(640, 400);
    await page.mouse.down();
    await page.mouse.move(500, 380, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    // The map glides to its end, and writes into the address where it is 400 ms later.
    await page.waitForTimeout(1_000);
    expect(new URL(page.url()).pathname).toBe('/events');
    send();
    await page.locator('.live-map').waitFor({ state: 'detached' });
    await page.waitForTimeout(600);
    expect(new URL(page.url()).pathname).toBe('/events');
  });

  test('an account’s page shows everything of it, in the ranges that the address names', async () => {
    const page = await visit(`/accounts/${accounts.quillon}?skill=Slayer&span=month`);
    await page.getByRole('heading', { name: 'Quillon Fen' }).waitFor();
    const panel = (name: string) => page.getByRole('region', { name, exact: true });
    await panel('Xp').locator('canvas').waitFor();
    const wealth = panel('Carried wealth per day');
    await wealth.locator('.u-over').hover();
    await wealth.getByText(/^\d+ \w+ \d{4}: At the end of the day/).waitFor();
    const changes = panel('Gear')
      .getByRole('listitem')
      .filter({ has: page.locator('time') });
    await expect.poll(() => changes.count()).toBe(3);
    for (const [index, change] of [
      '+ Abyssal whip',
      '− Abyssal whip',
      'worn since: Abyssal whip',
    ].entries()) {
      await changes.nth(index).getByText(change).waitFor();
    }
    await panel('Inventory').getByText('Coins × 418,220').waitFor({ state: 'attached' });
    await panel('Play sessions').getByText('3 sessions, 1 h 00 min in the last 14 days').waitFor();
    await panel('Events').getByText('Tanzanite fang').waitFor();
    await panel('Trail').getByRole('slider', { name: 'Time' }).waitFor();
    await panel('Trail').locator('.leaflet-container canvas').first().waitFor();
    await panel('Skills').getByRole('button', { name: 'Month' }).click();
    await addressHas(page, 'gains=month');
    await panel('Skills').getByText('+175K').waitFor();
    await panel('Play sessions').getByRole('link', { name: 'Trail of' }).first().click();
    await addressHas(page, `trails=${accounts.quillon}&session=`);
  });

  test('the feed is filtered by its address', async () => {
    const page = await visit('/events');
    await page.getByText('Tanzanite fang').waitFor();
    // Map and charts are fetched when they are needed.
    const sent = await page.evaluate<number>(assetBytes);
    expect([sent > 50_000, sent < 200_000]).toEqual([true, true]);
    await page.getByRole('button', { name: 'Death' }).click();
    await addressHas(page, 'types=death');
    await page.getByText('died to Vorkath').waitFor();
    await expect.poll(() => page.locator('.event-line').count()).toBe(1);
    await page.getByLabel('Player').selectOption(accounts.bram);
    await page.getByText('No event is like this').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('Tanzanite fang').waitFor();
  });

  test('events of a range come page by page, and each has an address of its own', async () => {
    const page = await visit(`/events?to=${new Date(Date.now() - 86_400_000).toISOString()}`);
    const lines = page.locator('.event-line');
    await expect.poll(() => lines.count()).toBe(100);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('Bram Oak received Shark 1 (').waitFor();
    expect(await lines.count()).toBe(140);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Newest' }).click();
    await lines.filter({ hasText: 'Tanzanite fang' }).getByRole('link', { name: 'min ago' }).click();
    await page.getByText('Reached the hub').waitFor();
    expect(await lines.count()).toBe(1);
    await page.getByRole('link', { name: 'Falador' }).waitFor();
  });

  test('older events come by the same button, which stays until there are none and says so', async () => {
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
    expect(await focused(page)).toBe('Show more');
    held.resolve();
    await expect.poll(() => focused(page)).toBe('That is all');
    expect(await lines.count()).toBe(140);
  });

  test('a year is typed into an end of the range digit by digit, and the address has it once it is whole', async () => {
    const page = await visit('/events?from=2026-09-14T18:20:00.000Z');
    const field = page.getByLabel('From', { exact: true });
    await field.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('2');
    expect(await field.inputValue()).toBe('0002-09-14T18:20');
    await addressHas(page, 'from=2026-09-14T18:20:00.000Z');
    await page.keyboard.type('025');
    await addressHas(page, 'from=2025-09-14T18%3A20%3A00.000Z');
    await field.blur();
    expect(await field.inputValue()).toBe('2025-09-14T18:20');
  });

  test('the first time that a page shows is as of now, however long no page showed any', async () => {
    const page = await visit('/compare');
    await page.addInitScript(`
      const now = Date.now;
      globalThis.lateMs = 0;
      Date.now = () => now() + lateMs;
      setInterval = () => 0;
    `);
    await page.reload();
    await page.getByText('Choose two to six players').waitFor();
    await page.evaluate('lateMs = 2 * 3_600_000');
    await goTo(page, '/events');
    const line = page.locator('.event-line', { hasText: 'Tanzanite fang' });
    await line.getByRole('link', { name: '2 h ago' }).waitFor();
  });

  test('the leaderboards of a period lead to the accounts', async () => {
    const page = await visit('/leaderboards?period=month');
    const slayer = page.getByRole('region', { name: 'Slayer' });
    await slayer.getByText('+175K').first().waitFor();
    await page.getByText(`Loot: ${markup}`).waitFor();
    await slayer.getByRole('link', { name: 'Quillon Fen' }).click();
    await page.getByRole('heading', { name: 'Quillon Fen' }).waitFor();
  });

  test('accounts that are picked stand in one chart, and leave it again', async () => {
    const page = await visit('/compare?skill=Slayer');
    const picker = page.getByLabel('Add a player');
    await picker.selectOption(accounts.quillon);
    await page.getByText('Choose two to six players').waitFor();
    await picker.selectOption(accounts.bram);
    await page.locator('.chart canvas').waitFor();
    await addressHas(page, `accounts=${accounts.quillon}%2C${accounts.bram}`);
    await page.getByRole('button', { name: 'Quillon Fen' }).click();
    await page.getByText('Choose two to six players').waitFor();
  });

  test('a tab without a key asks for one, says when it is none or refused, and forgets it', async () => {
    const page = await visit('/events', { key: null, width: 390 });
    const field = page.getByLabel('An API key of this hub');
    await field.fill('hub_nothing');
    expect(await pixelsBeyondEdge(page)).toBe(0);
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('That is no key').waitFor();
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

  test('a key that is put into the address of an open tab is taken out of it, and opens the pages', async () => {
    const page = await visit('/events', { key: null });
    await page.getByLabel('An API key of this hub').waitFor();
    await page.evaluate(`location.hash = 'key=${await anyKey()}'`);
    await page.getByText('Tanzanite fang').waitFor();
    expect(page.url()).toBe(`${opened().hub.url}/events`);
    await page.goBack();
    expect(page.url()).not.toContain('key=');
  });

  test('where the hub is away a page keeps what it showed and says so, until it is back', async () => {
    const page = await visit('/');
    await page.getByRole('heading', { name: '4 online' }).waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.getByText('The hub does not answer. What you see is as of').waitFor();
    await page.getByRole('heading', { name: '4 online' }).waitFor();
    expect(await inaccessible(page)).toEqual([]);
    await page.unroute('**/api/**');
    await page.locator('.hub-away').waitFor({ state: 'detached' });
  });

  // Nobody who only tests wants pictures that differ a little each time.
  if (process.env.UPDATE_PICTURES === '1') {
    test('takes the pictures of the README', () => takePictures(opened().browser), 400_000);
  }

  test('every page says so where there is nothing yet', async () => {
    const page = await visit('/', { key: await opened().hub.makeKey({ accounts: [accounts.hidden] }) });
    for (const [path, text] of Object.entries({
      '/': 'This key sees no account yet',
      '/events': 'Nothing has happened yet',
      '/leaderboards': 'Nobody gained xp in this period',
      '/compare': 'Choose two to six players',
      [`/accounts/${accounts.quillon}`]: 'No such account',
      '/x': 'There is no such page',
    })) {
      await goTo(page, path);
      await page.getByText(text).first().waitFor();
      expect(await inaccessible(page), path).toEqual([]);
    }
  });

  test('a panel whose category the key does not read says which one that is', async () => {
    const key = await opened().hub.makeKey({ categories: ['stats'] });
    const page = await visit(`/accounts/${accounts.quillon}`, { key });
    await page.getByRole('heading', { name: 'Quillon Fen' }).waitFor();
    for (const [panel, category] of Object.entries({
      Gear: 'equipment',
      Inventory: 'inventory',
      Events: 'events',
      'Play sessions': 'activity',
    })) {
      await page
        .getByRole('region', { name: panel })
        .getByText(`This key does not read ${category} here`)
        .waitFor();
    }
    expect(await inaccessible(page)).toEqual([]);
  });

  test('every page is accessible in both themes, fits a phone, and shows markup as text', async () => {
    const page = await visit('/');
    for (const path of pages) {
      await page.setViewportSize({ width: 1_280, height: 800 });
      await goTo(page, path);
      await settled(page);
      expect(await inaccessibleInThemes(page), path).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      await expect.poll(() => pixelsBeyondEdge(page), { message: path }).toBe(0);
      const made = "document.querySelectorAll('#app :is(b:not(.number), img, script)').length";
      expect(await page.evaluate(made), path).toBe(0);
    }
    expect(await page.evaluate('typeof hacked')).toBe('undefined');
  });

  test('the page of the API fits a phone, and its dialog asks for a key of the API and nothing else', async () => {
    const page = await visit('/', { width: 390 });
    await page.goto(`${opened().hub.url}/docs/api`);
    const authorize = page.getByRole('button', { name: 'Authorize' });
    await authorize.waitFor();
    await expect.poll(() => pixelsBeyondEdge(page)).toBe(0);
    await authorize.click();
    expect(await page.locator('.dialog-ux input').count()).toBe(1);
    await page.locator('.dialog-ux').getByText('key (http, Bearer)').waitFor();
    expect(await pixelsBeyondEdge(page)).toBe(0);
  });
});

async function addressHas(page: Page, part: string): Promise<void> {
  await page.waitForURL((url) => url.search.includes(part));
}

/** To another page in the same tab, as by a link. The server itself knows no address but those of the pages. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
}

/** Everything that a page asked for has come. */
async function settled(page: Page): Promise<void> {
  await page.locator('main').waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  // An account's is its name, which comes with it.
  await page.locator('h1').first().waitFor({ state: 'attached' });
}
