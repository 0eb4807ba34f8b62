import type { Page, Route } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { given } from '../../projections/access/testing/membership.ts';
import { openTestConsole } from '../../services/console/testing/open-test-console.ts';
import { pastedPlugins } from '../made-up-plugin/pasted-plugins.ts';
import { onceAFile } from '../support/at-end.ts';
import { buildChangedPages } from './built-pages.ts';
import { startChromium } from './chromium.ts';
import { findChromium } from './launch-chromium.ts';
import { inaccessibleInThemes, pixelsBeyondEdge, visitsOf } from './page-visits.ts';

/** What members and admins meet on their first evening, and what misled them, in a real browser. */

const chromium = findChromium();

async function open(executable: string) {
  await buildChangedPages();
  const [site, browser] = await Promise.all([
    openTestConsole({ plugins: pastedPlugins }),
    startChromium(executable),
  ]);
  const ada = await site.hub.addMember('Ada');
  await site.hub.append([given.admin(ada)]);
  await site.hub.projected();
  return { ...site, ada, ...visitsOf(browser, site.hub.url) };
}

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => open(chromium ?? ''));

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  async function visitAs(memberId: string, path: string, width?: number): Promise<Page> {
    const { cookie } = await opened().signIn(memberId);
    return opened().visit(path, { key: null, cookie, ...(width !== undefined && { width }) });
  }

  /** The hub answers as on a machine with this address, whatever addresses the machine of the test has. */
  async function withNetworkAddress(page: Page, path: string): Promise<void> {
    await page.route(`**/console/api/${path}`, async (route: Route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const local = { ...body.local, network_origins: ['http://192.168.1.5:3000'] };
      await route.fulfill({ response: answer, json: { ...body, local } });
    });
  }

  test.each([390, 1_280])('addresses of this machine come with a warning (%i px)', async (width) => {
    const { hub, ada } = opened();
    await hub.addMember(`Sela ${width}`);
    const members = await visitAs(ada, '/admin/members', width);
    await withNetworkAddress(members, 'admin/members/*/sign-in-link');
    await members.getByRole('button', { name: `Change Sela ${width}`, exact: true }).click();
    await members.getByRole('button', { name: `Sign-in link for Sela ${width}` }).click();
    const link = members.getByRole('region', { name: `The link for Sela ${width}` });
    await link.getByText(`${hub.url} works on the hub’s own machine only.`).waitFor();
    const [shown = '', other] = await link
      .locator('code')
      .filter({ hasText: '/sign-in#token=' })
      .allTextContents();
    expect(other).toBe(shown.replace(hub.url, 'http://192.168.1.5:3000'));
    await link.getByRole('button', { name: 'Copy the link for the network' }).waitFor();
    expect(await pixelsBeyondEdge(members)).toBe(0);
    expect(await inaccessibleInThemes(members)).toEqual([]);

    const own = await visitAs(await hub.addMember(`Pairing ${width}`), '/me', width);
    await withNetworkAddress(own, 'me/pairing-codes');
    await withNetworkAddress(own, 'me/device-tokens');
    await own.getByRole('button', { name: 'Pair a plugin' }).click();
    await own.getByText(`${hub.url} works on the hub’s own machine only.`).waitFor();
    await own.getByText('http://192.168.1.5:3000', { exact: true }).waitFor();
    await own.getByRole('button', { name: 'Leave it' }).click();
    await own.getByRole('radio', { name: 'Rambler' }).check();
    await own.getByRole('button', { name: 'Make the settings for Rambler' }).click();
    await own.getByText(/^http:\/\/192\.168\.1\.5:3000\/rambler\/[0-9a-f]{64}\/walk$/).waitFor();
    expect(await pixelsBeyondEdge(own)).toBe(0);
    expect(await inaccessibleInThemes(own)).toEqual([]);
  });

  test.each([
    ['a text that is no key', 'hub_half', 'The text after #key= in the address is no API key.'],
    ['a key that the hub refuses', refusedKey, 'The hub refuses the key of this tab.'],
  ])('a tab that holds a key says so when an address brings %s', async (_, brought, text) => {
    const { hub, visit } = opened();
    const page = await visit('/events', { key: await hub.makeKey() });
    await page.getByRole('button', { name: 'Forget key' }).waitFor();
    await page.evaluate(`location.hash = 'key=${brought}'`);
    await page.getByText(text).waitFor();
    await page.getByText('continue with the access that this tab had before').waitFor();
    await page.getByRole('button', { name: 'Forget key' }).waitFor();
    expect(page.url()).not.toContain('key=');
    expect(await inaccessibleInThemes(page)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Forget key' }).waitFor();
    expect(await page.getByText(text).count()).toBe(0);
  });

  test('a signed-in member hears of such a key, and somebody without a key as well', async () => {
    const { hub, visit, signIn } = opened();
    const { cookie } = await signIn(await hub.addMember('Keyed'));
    for (const key of ['hub_half', refusedKey]) {
      const page = await visit('/me', { key, cookie });
      await page.getByRole('heading', { name: 'Keyed' }).waitFor();
      await page.getByText('continue with the access that this tab had before').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      expect(await page.getByText('continue with the access').count()).toBe(0);
    }
    const stranger = await visit('/', { key: 'hub_half' });
    await stranger.getByText('The text after #key= in the address is no API key.').waitFor();
    await stranger.getByLabel('An API key of this hub').waitFor();
  });
});

const refusedKey = `hub_${'0'.repeat(10)}_${'0'.repeat(43)}`;
