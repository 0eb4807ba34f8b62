import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { given } from '../../projections/access/testing/membership.ts';
import { newEvent } from '../../shared/events/event.ts';
import { positionReported } from '../../shared/events/types/position-reported.ts';
import { onceAFile } from '../support/at-end.ts';
import { accounts, drop, locationOf } from './guild-data.ts';
import { findChromium } from './launch-chromium.ts';
import { hubName, openGuildPages } from './open-guild-pages.ts';
import { addressHas, drawFingers, type VisitOptions } from './page-visits.ts';

const chromium = findChromium();

/** Pixels from the middle of the map to the middle of each painted name, in `painted`. */
const collectNames = `
  globalThis.painted = {};
  const { fillText, drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    this.canvas.text = text;
    fillText.call(this, text, x, y);
  };
  // A name is drawn once, and then painted as a picture.
  CanvasRenderingContext2D.prototype.drawImage = function (picture, x, y, width, height) {
    painted[picture.text] = Math.abs(y + height / 2 - this.canvas.clientHeight / 2);
    drawImage.call(this, picture, x, y, width, height);
  };`;

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => openGuildPages(chromium ?? ''));
  const anyKey = () => opened().hub.makeKey();
  const visit = async (path: string, options: Partial<VisitOptions> = {}) =>
    opened().visit(path, { key: await anyKey(), ...options });

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('the live map finds and follows a player, shows the players at a place, and remembers its view', async () => {
    const page = await visit('/');
    await page.getByRole('heading', { name: '4 online' }).waitFor();
    expect(page.url()).toBe(`${opened().hub.url}/map`);
    await expect.poll(() => page.title()).toBe(`Live map · ${hubName}`);
    const find = page.getByRole('combobox', { name: 'Find a player or a place' });
    await find.fill('quil');
    await find.press('Enter');
    await addressHas(page, `follow=${accounts.quillon}`);
    await addressHas(page, 'at=296');
    await page.locator('.live-map').click({ position: { x: 640, y: 376 } });
    await page.getByRole('region', { name: 'in Falador' }).getByRole('button', { name: 'Follow' }).waitFor();
    // Finding the followed player again does not end the following.
    await find.fill('quil');
    await find.press('Enter');
    await expect.poll(() => find.inputValue()).toBe('');
    await addressHas(page, `follow=${accounts.quillon}`);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('at')?.endsWith(',1') === true);
    await addressHas(page, `follow=${accounts.quillon}`);
    const row = page.locator('.live-player', { hasText: 'Quillon Fen' });
    await row.getByRole('button', { name: 'online Quillon Fen' }).click();
    await page.waitForURL(({ searchParams }) => !searchParams.has('follow'));
    await page.getByRole('button', { name: 'Layers' }).click();
    await page.getByRole('checkbox', { name: 'Heat' }).check();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'offline Tess Marrow' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Layers' }).click();
    await expect.poll(() => page.getByRole('checkbox', { name: 'Heat' }).isChecked()).toBe(true);
  });

  test('on a phone two fingers zoom the map, a tap shows the players at a place, and a finger moves it', async () => {
    const page = await visit('/?at=3093,3244,0', { width: 390, touch: true });
    await page.locator('.live-map canvas').first().waitFor();
    const map = await page.locator('.live-map').boundingBox();
    if (map === null) throw new Error('no map');
    const [x, y] = [map.x + map.width / 2, map.y + map.height / 2];
    const around = (pixels: number) => [-pixels, pixels].map((by) => [x + by, y] as const);
    await drawFingers(page, around(40), around(160));
    await addressHas(page, 'at=3093%2C3244%2C2');
    await page.touchscreen.tap(x, y);
    await page.getByRole('region', { name: 'in Draynor Village' }).getByText('W'.repeat(32)).waitFor();
    await drawFingers(page, [[x, y]], [[x + 160, y]]);
    await page.waitForURL(({ searchParams }) => Number.parseInt(searchParams.get('at') ?? '', 10) <= 3_053);
  });

  test('on a phone, news covers the map but no other part of the page', async () => {
    const page = await visit('/', { width: 360 });
    const sheets = page.getByRole('navigation', { name: 'Parts of the live page' });
    const shown = "getComputedStyle(document.querySelector('.toasts')).display !== 'none'";
    for (const name of ['map', 'players', 'events']) {
      await sheets.getByRole('button', { name }).click();
      await page.locator(`.live[data-sheet=${name}]`).waitFor();
      await expect.poll(() => page.evaluate(shown), { message: name }).toBe(name === 'map');
    }
  });

  test('for a key without activity, the map lists nobody as online, and does not say that a player never played', async () => {
    const page = await visit('/', { key: await opened().hub.makeKey({ categories: ['stats'] }) });
    await page.getByRole('heading', { name: '0 online' }).waitFor();
    await page.getByText('This key does not read who plays').waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    const row = page.locator('.live-player', { hasText: 'Quillon Fen' });
    await row.waitFor();
    await expect.poll(() => row.getByText('never').count()).toBe(0);
  });

  test('on a phone a page without an account begins with the next step', async () => {
    const { hub } = opened();
    const key = await hub.makeKey({ accounts: [accounts.hidden] });
    const page = await visit('/', { key, width: 390 });
    await page.getByText('This key sees no account yet').waitFor();
    const sheets = page.getByRole('navigation', { name: 'Parts of the live page' });
    await sheets.getByRole('button', { name: 'map' }).click();
    await page.getByText('This key sees no account yet').waitFor({ state: 'hidden' });
  });

  test('a folded panel leaves its space to the map, stays folded in this browser, and is open on a phone', async () => {
    const page = await visit('/compare');
    await page.addInitScript(collectNames);
    // Varrock with Bram is 322 pixels left of the middle, below the list of players.
    await page.goto(`${opened().hub.url}/map?at=3374,3330,1`);
    await page.locator('.live-player', { hasText: 'Bram Oak' }).waitFor();
    await page.evaluate('painted = {}');
    await page.getByRole('button', { name: 'Show the list', expanded: true }).click();
    await expect.poll(() => page.evaluate('painted["Bram Oak"]')).toBeDefined();
    await page.reload();
    const open = page.getByRole('button', { name: 'Show the list', expanded: false });
    await open.waitFor();
    const row = page.locator('.live-player', { hasText: 'Bram Oak' });
    expect(await row.isVisible()).toBe(false);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('navigation', { name: 'Parts of the live page' }).getByText('players').click();
    await row.waitFor();
    expect(await open.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1_280, height: 800 });
    await open.click();
    await row.waitFor();
  });

  test('the dot of a player does not cover the name of the place', async () => {
    const page = await visit('/compare');
    await page.addInitScript(collectNames);
    const { bram } = accounts;
    await page.goto(`${opened().hub.url}/map?at=3213,3424,1&follow=${bram}`);
    await expect.poll(() => page.evaluate('painted["Bram Oak"]')).toBeDefined();
    // The dot of Bram is in the middle of the map.
    await expect.poll(() => page.evaluate('painted.Varrock')).toBeGreaterThan(14);
  });

  test('a name does not stand alone next to a panel that covers its place', async () => {
    const page = await visit('/compare', { width: 1_200 });
    await page.addInitScript(collectNames);
    // Varrock with Bram is 322 pixels left of the middle, below the edge of the list of players.
    await page.goto(`${opened().hub.url}/map?at=3374,3330,1`);
    await page.locator('.live-player', { hasText: 'Bram Oak' }).waitFor();
    // The first picture is from before the list has its players.
    await page.evaluate('painted = {}');
    // Nobody moves, so that nothing else paints the map again.
    await page.setViewportSize({ width: 1_200, height: 802 });
    await expect.poll(() => page.evaluate('painted.Canifis')).toBeDefined();
    expect(await page.evaluate('[painted["Bram Oak"], painted.Varrock]')).toEqual([undefined, undefined]);
  });

  test('the live map shows new changes and events', async () => {
    const { hub } = opened();
    const page = await visit('/');
    const row = page.locator('.live-player', { hasText: 'Bram Oak' });
    await row.getByText('Varrock').waitFor();
    expect((await row.boundingBox())?.height).toBeLessThan(46);
    const health = page.locator('.live-player', { hasText: 'Quillon Fen' }).locator('.live-player-health');
    const [, hp, most] = /^(\d+)\/(\d+) hit points$/.exec((await health.textContent()) ?? '') ?? [];
    expect(await health.getAttribute('style')).toBe(`--health: ${(100 * Number(hp)) / Number(most)}%;`);
    await hub.append([
      locationOf(accounts.bram, Date.now(), 3_293, 3_174),
      drop(accounts.bram, 'Twisted bow', { value_gp: 1_600_000_000 }),
    ]);
    await row.getByText('Al Kharid').waitFor();
    const news = page.getByRole('list', { name: 'News' });
    await news.getByText('Twisted bow').waitFor();
    // The feed next to the map shows the same, so the news is only announced.
    expect((await news.boundingBox())?.height).toBe(1);
    await page.getByRole('button', { name: 'Layers' }).click();
    expect(await page.getByRole('checkbox', { name: 'News' }).count()).toBe(0);
    await news.getByRole('link').first().focus();
    expect((await news.boundingBox())?.height).toBeGreaterThan(40);
    const feed = page.getByRole('region', { name: 'Events' });
    await feed.getByText('Bram Oak received Twisted bow from Zulrah').waitFor();
    await feed.getByRole('button', { name: 'Filter', expanded: false }).click();
    await feed.getByRole('button', { name: 'Filter', expanded: true }).waitFor();
    await feed.getByRole('button', { name: 'Death' }).click();
    await feed.getByText('died to Vorkath').waitFor();
    await expect.poll(() => feed.getByText('Twisted bow').count()).toBe(0);
  });

  test('the feed is filtered by types of one plugin, which the page remembers', async () => {
    const page = await visit('/');
    const feed = page.getByRole('region', { name: 'Events' });
    await feed.getByRole('button', { name: 'Filter', expanded: false }).click();
    await feed.getByRole('button', { name: 'More kinds', expanded: false }).click();
    await feed.getByRole('button', { name: 'Kill count' }).click();
    await feed.getByText('No event passes the filter').waitFor();
    await page.reload();
    await feed.getByRole('button', { name: 'Filter on' }).click();
    await expect.poll(() => feed.getByRole('button', { name: 'Quest' }).count()).toBe(0);
    await feed.getByRole('button', { name: 'Kill count', pressed: true }).click();
    await feed.getByText('died to Vorkath').waitFor();
  });

  test('an address may name a type that the page does not know', async () => {
    const page = await visit('/events?types=SAILING_TRIP');
    await page.getByText('No event passes the filter').waitFor();
    await page.getByRole('button', { name: 'Sailing trip', pressed: true }).click();
    await page.getByText('died to Vorkath').waitFor();
  });

  test('after a failed first poll of events, the page does not say that there are no events, and shows no news', async () => {
    const page = await visit('/', { key: null });
    const feed = page.getByRole('region', { name: 'Events' });
    const claimed: number[] = [];
    const events = '**/api/v1/events?*';
    // The later route runs first, and fails once. The earlier route sees the page after this
    // failure.
    await page.route(events, async (route) => {
      claimed.push(await feed.getByText('Nothing has happened yet').count());
      await route.continue();
    });
    await page.route(events, (route) => route.abort(), { times: 1 });
    await page.goto(`${opened().hub.url}/?at=3222,3218,2#key=${await anyKey()}`);
    await feed.getByText('Tanzanite fang').waitFor();
    expect(claimed[0]).toBe(0);
    await expect.poll(() => page.getByRole('list', { name: 'News' }).getByRole('listitem').count()).toBe(0);
  });

  test('polls are read in a worker that cannot send requests and that ends with the key', async () => {
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
    await expect.poll(() => worker.evaluate<number>('read')).toBeGreaterThan(0);
    expect(await worker.evaluate(`fetch('/api/v1/me').then(() => 'asked', () => 'refused')`)).toBe('refused');
    await page.getByRole('button', { name: 'Forget key' }).click();
    await expect.poll(() => page.workers().length).toBe(0);
    for (const problem of opened().takeProblems()) expect(problem).toContain('/api/v1/me');
  });

  test('polls are read without a worker when a worker cannot start', async () => {
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

  test('the address names a trail, so that people can send it to others', async () => {
    const page = await visit('/');
    const row = page.locator('.live-player', { hasText: 'Quillon Fen' });
    const asked = page.waitForRequest((request) => request.url().includes('/locations?'));
    await row.getByRole('button', { name: 'Trail of Quillon Fen' }).click();
    await asked;
    await page.getByText('1 of 8 trails').waitFor();
    await page.getByRole('button', { name: 'Week' }).click();
    await addressHas(page, `trails=${accounts.quillon}`);
    await addressHas(page, 'range=week');
    await page.getByLabel('One play session').selectOption({ index: 1 });
    await addressHas(page, 'session=');
  });

  test('the map moves to a new trail when an address without a place or a button adds the trail', async () => {
    const { quillon } = accounts;
    const session = `${Date.now() - 3_600_000}~${Date.now()}`;
    const page = await visit(`/?trails=${quillon}&session=${session}`, { width: 1_400 });
    // The player teleported from Lumbridge to Falador, and walked there.
    const inFalador = ({ searchParams }: URL) => /^29[5-8]\d,33[4-9]\d,2$/.test(searchParams.get('at') ?? '');
    await page.waitForURL(inFalador);
    const pressed = page
      .getByRole('group', { name: 'How far back trails go' })
      .locator('[aria-pressed=true]');
    await expect.poll(() => pressed.count()).toBe(0);
    await page.goto(`${opened().hub.url}/?at=2658,2659,1`);
    const row = page.locator('.live-player', { hasText: 'Quillon Fen' });
    await row.getByRole('button', { name: 'trail' }).click();
    await page.waitForURL(inFalador);
    await pressed.getByText('Hour').waitFor();
    // A viewer who moved the map stays at that place, also after a reload of the page.
    await page.goto(`${opened().hub.url}/?trails=${quillon}&at=2658,2659,1`);
    await page.getByRole('button', { name: 'Replay' }).waitFor();
    await page.waitForTimeout(600);
    expect(new URL(page.url()).searchParams.get('at')).toBe('2658,2659,1');
  });

  test('the card of a player has health, gear, gains and the last drop, and a realm lists who is there', async () => {
    const { hub } = opened();
    await hub.append([locationOf(accounts.bram, Date.now(), 2_912, 4_449)]);
    const page = await visit(`/map?at=2664,3678,2&follow=${accounts.quillon}`);
    await page.locator('.live-map canvas').first().waitFor();
    await page.getByRole('button', { name: 'Underground' }).click();
    const there = page.getByRole('region', { name: 'Underground' });
    // The last drop of the card names the player again.
    await there.getByRole('link', { name: 'Bram Oak' }).first().waitFor();
    await expect.poll(() => there.getByText('Quillon Fen').count()).toBe(0);
    await there.getByText(/^\d+\/\d+ hit points/).waitFor();
    await there.getByRole('list', { name: 'Gear' }).getByRole('button').first().waitFor();
    await there
      .getByText(/^Today:/)
      .getByText('Slayer')
      .waitFor();
    await there.getByRole('list', { name: 'Last drop' }).getByText('received').waitFor();
    // Nobody is in an instance.
    expect(await page.getByRole('button', { name: 'Instances' }).count()).toBe(0);
  });

  test('a replay shows players with a trail at their earlier places, and returns to now', async () => {
    const page = await visit(`/?at=3222,3218,2&trails=${accounts.quillon}`);
    await page.getByRole('button', { name: 'Replay' }).click();
    const time = page.getByRole('slider', { name: 'Time' });
    const first = await time.inputValue();
    await page.getByText('Only players with a trail').waitFor();
    // Nine minutes ago the player stood in Lumbridge, where nobody is now.
    await page.locator('.live-map').click({ position: { x: 640, y: 376 } });
    await page
      .getByRole('region', { name: '1 player in Lumbridge' })
      .getByText('Quillon Fen')
      .first()
      .waitFor();
    const card = page.locator('.picked-card');
    const shown = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' });
    await card.getByText(shown.format(Number(first))).waitFor();
    await card.getByText('A replay knows no health and gear.').waitFor();
    expect(await page.locator('.picked-card :is(.player-details, .status-dot)').count()).toBe(0);
    expect(await page.locator('.realm-count, .toasts').count()).toBe(0);
    await page.getByRole('button', { name: '300×' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(async () => Number(await time.inputValue()) - Number(first)).toBeGreaterThan(60_000);
    const row = page.locator('.live-player', { hasText: 'Quillon Fen' });
    await row.getByRole('button', { name: 'trail' }).click();
    await time.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.locator('.live-replay').waitFor({ state: 'detached' });
  });

  test('a replayed player stays on the map when a range begins after the shown time', async () => {
    const { hub } = opened();
    const place = { x: 2_658, y: 2_659, plane: 0, world: 486, is_on_boat: false };
    const points = [180, 178, 6, 5].map((minutes) => ({ ...place, at: Date.now() - minutes * 60_000 }));
    await hub.append([newEvent(positionReported, { subject: accounts.tess, source: 'ha' }, { points })]);
    await hub.projected();
    const page = await visit(`/?at=2658,2659,2&trails=${accounts.tess}&range=day`);
    await page.getByRole('button', { name: 'Replay' }).click();
    const time = page.getByRole('slider', { name: 'Time' });
    const first = Number(await time.inputValue());
    await page
      .getByRole('group', { name: 'How far back trails go' })
      .getByRole('button', { name: 'Hour' })
      .click();
    await expect.poll(async () => Number(await time.inputValue()) - first).toBeGreaterThan(170 * 60_000);
    await page.locator('.live-map').click({ position: { x: 640, y: 376 } });
    await page.getByRole('region', { name: 'at Void Knights’ Outpost' }).getByText('Tess Marrow').waitFor();
  });

  test('a trail that is no longer shared does not remove other trails, and the button of its player removes it', async () => {
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

  test('a viewer who leaves a moving live map does not return to the map, also when the next page loads slowly', async () => {
    const page = await visit('/');
    await page.locator('.live-map canvas').first().waitFor();
    const { promise: written, resolve: send } = Promise.withResolvers<void>();
    await page.route('**/assets/events-page*.js', (route) => written.then(() => route.continue()));
    await page.mouse.move(640, 400);
    await page.mouse.down();
    await page.mouse.move(500, 380, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    // The map glides to its end, and 400 ms later writes its place into the address.
    await page.waitForTimeout(1_000);
    expect(new URL(page.url()).pathname).toBe('/events');
    send();
    await page.locator('.live-map').waitFor({ state: 'detached' });
    await page.waitForTimeout(600);
    expect(new URL(page.url()).pathname).toBe('/events');
  });
});
