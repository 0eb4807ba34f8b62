import { afterEach, describe, expect, test } from 'vitest';
import { onceAFile } from '../support/at-end.ts';
import { accounts, drop } from './guild-data.ts';
import { findChromium } from './launch-chromium.ts';
import { smallTargets } from './layout-measures.ts';
import { openGuildPages } from './open-guild-pages.ts';
import { focused, inaccessibleInThemes, pixelsBeyondEdge, type VisitOptions } from './page-visits.ts';

const chromium = findChromium();

const exampleCompetition = {
  ...{ id: '00000000-0000-4000-8000-000000000031', title: 'Slayer week', state: 'ended' },
  metric: { kind: 'xp', name: 'Slayer' },
  ...{ from: '2026-09-07T00:00:00.000Z', to: '2026-09-14T00:00:00.000Z' },
};

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => openGuildPages(chromium ?? ''));
  const visit = async (path: string, options: Partial<VisitOptions> = {}) =>
    opened().visit(path, { key: await opened().hub.makeKey(), ...options });

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('labels on the time axis of a chart do not overlap, also in languages with long labels', async () => {
    const { hub } = opened();
    for (const locale of ['en-US', 'sq']) {
      const page = await visit(`/accounts/${accounts.quillon}`, { locale });
      await page.addInitScript(`globalThis.drawn = [];
        const { fillText } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
          if (this.textAlign === 'center')
            drawn.push({ canvas: this.canvas, text, x, y, width: this.measureText(text).width });
          fillText.call(this, text, x, y);
        };`);
      for (const [width, tab] of [
        [390, ''],
        [390, '/history'],
        [768, '/history'],
        [1_280, ''],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${hub.url}/accounts/${accounts.quillon}${tab}`);
        await expect.poll(() => page.locator('.uplot canvas').count()).toBe(1);
        const close = await page.evaluate<string[]>(`(() => {
          const marks = drawn.filter(({ canvas }) => canvas.closest('.uplot') !== null);
          return marks.flatMap((one, index) => {
            const next = marks[index + 1];
            if (next?.canvas !== one.canvas || next.y !== one.y || next.x <= one.x) return [];
            const gap = next.x - one.x - (one.width + next.width) / 2;
            return gap < 4 ? [one.text + ' and ' + next.text] : [];
          });
        })()`);
        expect(close, `${locale}, ${width}, ${tab}`).toEqual([]);
        expect(await page.evaluate('drawn.length')).toBeGreaterThan(2);
      }
    }
  });

  test('the comparison shows the same gains of young accounts in a long range as the leaderboards', async () => {
    const young = `${accounts.wide},${accounts.marked}`;
    const page = await visit(`/compare?accounts=${young}&span=year`);
    const gained = page.getByRole('row', { name: 'Overall' }).getByTitle('199,999,999 xp');
    await expect.poll(() => gained.count()).toBe(2);
    await page.goto(`${opened().hub.url}/leaderboards?period=year`);
    const board = page.getByRole('region', { name: 'Overall xp gained' });
    await expect.poll(() => board.getByTitle('199,999,999 xp').count()).toBe(2);
  });

  test('while the hub is away, the page does not show the numbers of another period for the chosen period', async () => {
    const page = await visit('/leaderboards');
    const gains = page.getByRole('region', { name: 'Overall xp gained' });
    const entries = gains.locator('tbody tr');
    await entries.first().waitFor();
    const away = gains.getByText('The hub does not answer');
    await page.route('**/leaderboards/**', (route) => route.abort());
    await page.clock.install();
    await page.getByRole('button', { name: 'Year' }).click();
    await page.clock.runFor(2_000);
    await away.waitFor();
    expect(await entries.count()).toBe(0);
    await page.clock.runFor(20_000);
    const held = Promise.withResolvers<void>();
    await page.route('**/leaderboards/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/leaderboards/gains**');
    await gains.getByRole('button', { name: 'Try again' }).press('Enter');
    await asked;
    expect([await away.count(), await entries.count(), await focused(page)]).toEqual([1, 0, 'Try again']);
    held.resolve();
    await entries.first().waitFor();
  });

  test('a panel says at once how long the hub asks to wait, and continues by itself', async () => {
    const page = await visit('/leaderboards');
    const gains = page.getByRole('region', { name: 'Overall xp gained' });
    await gains.locator('tbody tr').first().waitFor();
    const refusal = { error: { code: 'rate_limited', message: 'too many requests' } };
    const limited = { status: 429, headers: { 'retry-after': '20' }, json: refusal };
    await page.route('**/leaderboards/loot**', (route) => route.fulfill(limited), { times: 1 });
    await page.clock.install();
    await page.goto(`${opened().hub.url}/items`);
    const drops = page.getByRole('region', { name: 'Top drops that the guild holds' });
    await drops.getByText('Too many requests: the page asks again in 20 s').waitFor();
    await page.clock.runFor(21_000);
    await drops.locator('.found-items').waitFor();
    expect(await drops.getByText('Too many requests').count()).toBe(0);
  });

  test('a page whose key has used up its requests does not say that the hub is away', async () => {
    const page = await visit('/players');
    await page.getByRole('row').nth(1).waitFor();
    const refusal = { error: { code: 'rate_limited', message: 'too many requests' } };
    const limited = { status: 429, headers: { 'retry-after': '1' }, json: refusal };
    await page.clock.install();
    await page.route('**/api/v1/snapshot**', (route) => route.fulfill(limited));
    const refused = page.waitForResponse('**/api/v1/snapshot**');
    await page.clock.runFor(15_000);
    await refused;
    expect(await page.getByText('Too many requests').count()).toBe(0);
    await page.clock.runFor(45_000);
    await page.getByText('Too many requests. This page asks again by itself.').waitFor();
    await page.unroute('**/api/v1/snapshot**');
    await page.clock.runFor(15_000);
    await page.getByText('Too many requests').waitFor({ state: 'detached' });
  });

  test('a browser that reports to be offline still asks a hub that answers', async () => {
    const page = await visit('/');
    await page.getByRole('heading', { name: '4 online' }).waitFor();
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByRole('link', { name: 'Leaderboards' }).click();
    await page.getByRole('region', { name: 'Overall xp gained' }).getByRole('row').nth(1).waitFor();
  });

  test('a name that is written from right to left does not move the text after it', async () => {
    const page = await visit('/');
    await page.route('**/api/v1/competitions/*', async (route) => {
      const teams = [{ name: '\u05e7\u05d5\u05d9\u05dc\u05d5\u05df', accounts: [] }];
      await route.fulfill({ json: { data: { ...exampleCompetition, teams, standings: [] }, meta: {} } });
    });
    await page.goto(`${opened().hub.url}/competitions/${exampleCompetition.id}`);
    await page.locator('.teams strong').waitFor();
    const sides = `(() => {
      const [name, sum] = ['bdi', 'strong'].map((part) => document.querySelector('.teams ' + part).getBoundingClientRect());
      return [name.right, sum.left];
    })()`;
    const [nameEnds = 0, sumBegins = 0] = await page.evaluate<readonly number[]>(sides);
    expect(nameEnds).toBeLessThan(sumBegins);
  });

  test('lists of events are in the order of the times that they show, also after a late event', async () => {
    const { hub } = opened();
    await hub.append([drop(accounts.quillon, 'Late bones', { occurred_at: Date.now() - 4.5 * 60_000 })]);
    const key = await hub.makeKey();
    const seen = ({ body }: { body: unknown }) => JSON.stringify(body).includes('Late bones');
    await hub.getUntil('/events', { key, withinMs: 25_000, seen });
    const page = await visit('/', { key });
    for (const path of ['/', '/events', `/accounts/${accounts.quillon}`]) {
      await page.goto(`${hub.url}${path}`);
      await page.locator('.event-line', { hasText: 'Late bones' }).waitFor();
      const times = await page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('.event-line time')].map(({ dateTime }) => dateTime)`,
      );
      expect(times.length).toBeGreaterThan(2);
      expect(times, path).toEqual(times.toSorted().reverse());
    }
  });

  test('a drop and its entry in the collection log are one line in every list of events', async () => {
    const page = await visit('/');
    await page.route('**/events?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const found = body.data.findIndex(({ title }: { title: string }) => title === 'Loot: Tanzanite fang');
      const at = found === -1 ? 0 : found;
      const item = { ...body.data[at], item_id: 12_922 };
      const line = `${item.account.name} added Tanzanite fang to the collection log`;
      body.data.splice(at, 1, item, { ...item, id: 'entry', type: 'collection_log', line, value_gp: null });
      await route.fulfill({ response: answer, json: body });
    });
    for (const path of ['/events', `/accounts/${accounts.quillon}`, '/map']) {
      await page.goto(`${opened().hub.url}${path}`);
      const lines = page.locator('main .event-text', { hasText: 'collection log' });
      await lines.first().waitFor();
      expect(await lines.allTextContents(), path).toEqual([
        expect.stringMatching(/eceived Tanzanite fang from Zulrah and added it to the collection log$/),
      ]);
    }
  });

  test('a drop says its quantity, and opens its items in every list of events', async () => {
    const page = await visit('/', { width: 390, touch: true });
    const items = [
      { name: 'Zulrah’s scales', quantity: 1_200 },
      { name: 'Tanzanite fang', quantity: 2 },
      {},
      { name: 'Pie, half' },
    ];
    await page.route('**/events?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const drop = body.data.find(({ title }: { title: string }) => title === 'Loot: Tanzanite fang');
      if (drop !== undefined) drop.data = { data: { items, source: { text: 'Zulrah' } } };
      await route.fulfill({ response: answer, json: body });
    });
    for (const path of [`/accounts/${accounts.quillon}`, '/map', '/events']) {
      await page.goto(`${opened().hub.url}${path}`);
      const line = page.locator('main .event-text', { hasText: '+3 more' }).first();
      await line.waitFor({ state: 'attached' });
      expect(await line.textContent()).toMatch(/eceived 2 × Tanzanite fang \+3 more.* from Zulrah$/);
    }
    await page.getByRole('button', { name: '+3 more' }).tap();
    const opens = page.locator('.item-name:popover-open');
    await opens.waitFor();
    expect(await opens.locator('bdi').allTextContents()).toEqual([
      '1,200 × Zulrah’s scales',
      'Unknown item',
      'Pie, half',
    ]);
    expect(await pixelsBeyondEdge(page)).toBe(0);
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('button', { name: 'More filters' }).tap();
    const offered = (label: string) =>
      page
        .getByLabel(label)
        .evaluate((field: { list: { options: Iterable<{ value: string }> } }) =>
          [...field.list.options].map(({ value }) => value),
        );
    // The filter reads a comma as the end of a name.
    expect(await offered('Item')).toEqual(['Tanzanite fang', 'Zulrah’s scales']);
    expect(await offered('Source')).toContain('Zulrah');
  });

  test('the sentence of an event keeps its direction after a name that is written from right to left', async () => {
    const page = await visit('/');
    const name = '\u05e7\u05d5\u05d9\u05dc\u05d5\u05df';
    await page.route('**/events?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      for (const event of body.data) {
        event.line = event.line.replace(event.account.name, name);
        event.account.name = name;
      }
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(`${opened().hub.url}/events`);
    const text = page.locator('.event-text', { hasText: 'Tanzanite fang' });
    await text.getByText(name).waitFor();
    const direction = "getComputedStyle(document.querySelector('.event-text')).direction";
    expect(await page.evaluate(direction)).toBe('ltr');
    const [sentence, first] = [await text.boundingBox(), await text.getByText(name).boundingBox()];
    expect(Math.abs((first?.x ?? 0) - (sentence?.x ?? 0))).toBeLessThan(1);
  });

  test('a tap on an item shows its name on a phone, and Escape hides the name', async () => {
    const page = await visit(`/accounts/${accounts.wide}`, { width: 390, touch: true });
    for (const panel of ['Gear', 'Inventory']) {
      const region = page.getByRole('region', { name: panel, exact: true });
      const tile = region.locator('.item-tile').first();
      const name = region.locator('.item-name').first();
      await tile.waitFor();
      expect(await name.isVisible()).toBe(false);
      await tile.tap();
      await expect.poll(() => name.isVisible()).toBe(true);
      const { x = -1, width = 0 } = (await name.boundingBox()) ?? {};
      expect([x >= 0, x + width <= 390]).toEqual([true, true]);
      expect(await name.textContent()).toMatch(/W{64} × [\d,]+/);
      expect(await inaccessibleInThemes(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => name.isVisible()).toBe(false);
    }
    expect(await pixelsBeyondEdge(page)).toBe(0);
  });
});
