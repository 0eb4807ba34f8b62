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

  /** The answer of the hub depends on the addresses of its machine. */
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
    if (width < 800) await members.getByRole('button', { name: `More about Sela ${width}` }).click();
    await members.getByRole('button', { name: `Change Sela ${width}`, exact: true }).click();
    await members.getByRole('button', { name: `Sign-in link for Sela ${width}` }).click();
    await members.getByRole('button', { name: 'Yes, make a sign-in link' }).click();
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
    await own.getByRole('button', { name: 'Close', exact: true }).click();
    await own.getByRole('radio', { name: 'Rambler' }).check();
    await own.getByRole('button', { name: 'Create the settings for Rambler' }).click();
    await own.getByText(/^http:\/\/192\.168\.1\.5:3000\/rambler\/[0-9a-f]{64}\/walk$/).waitFor();
    expect(await pixelsBeyondEdge(own)).toBe(0);
    expect(await inaccessibleInThemes(own)).toEqual([]);
  });

  test.each([
    ['a text that is no key', 'hub_half', 'The text after #key= in the address is no API key.'],
    ['a key that the hub refuses', refusedKey, 'The hub refuses the key of this tab.'],
  ])('a tab that has a key reports when an address contains %s', async (_, brought, text) => {
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

  test('a signed-in member and a visitor without a key see a warning about an unusable key in the address', async () => {
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

  test.each([390, 1_280])(
    'the own page offers the zone of the browser, and no other page asks (%i px)',
    async (width) => {
      const { hub, signIn, visit, get } = opened();
      const { cookie } = await signIn(await hub.addMember(`Oslo ${width}`));
      const page = await visit('/events', { key: null, width, timeZone: 'Europe/Oslo', cookie });
      await page.getByRole('heading', { name: 'Events' }).waitFor();
      expect(await page.getByText('Europe/Oslo').count()).toBe(0);
      await page.goto(`${hub.url}/me`);
      const own = page.getByRole('region', { name: 'You', exact: true });
      await own.getByText('This browser is in Europe/Oslo.').waitFor();
      expect(await pixelsBeyondEdge(page)).toBe(0);
      expect(await inaccessibleInThemes(page)).toEqual([]);
      await own.getByRole('button', { name: 'Use Europe/Oslo' }).click();
      await own.getByText('Saved').waitFor();
      expect(await own.getByText('This browser is in').count()).toBe(0);
      expect((await get('session', { cookie })).body.member.time_zone).toBe('Europe/Oslo');
    },
  );

  test('on a phone the form of a pressed cell is visible, and its title marks an account without a name', async () => {
    const { hub } = opened();
    const memberId = await hub.addMember('Phone');
    const ids = ['aB3xYz91kQw1', 'aB3xYz91kQw2', 'aB3xYz91kQw3', 'aB3xYz91kQw4'];
    await hub.append(ids.map((id) => given.identity(id, memberId)));
    await hub.projected();
    const page = await visitAs(memberId, '/me', 390);
    const sharing = page.getByRole('region', { name: 'Sharing' });
    const first = 'Account without a name yet (…kQw1)';
    const cell = sharing.getByRole('button', { name: `Inventory of ${first}: Guild` });
    await cell.click();
    const form = sharing.getByRole('form', { name: 'Audience' });
    await form.getByRole('heading', { name: `Inventory of \u2068${first}\u2069` }).waitFor();
    const isInView = async (name: string) => {
      const box = await form.getByRole('button', { name, exact: true }).boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 800;
    };
    await expect.poll(() => isInView('Save')).toBe(true);
    await form.getByRole('button', { name: 'Selected', exact: true }).click();
    await expect.poll(() => isInView('Save')).toBe(true);
    expect(await isInView('Selected')).toBe(true);
    expect((await cell.boundingBox())?.y).toBeGreaterThan(0);
    expect(await pixelsBeyondEdge(page)).toBe(0);
    expect(await inaccessibleInThemes(page)).toEqual([]);
  });

  test('a new service key starts with no category and ends in a year', async () => {
    const page = await visitAs(opened().ada, '/admin/keys');
    const keys = page.getByRole('region', { name: 'Service keys' });
    await keys.getByRole('button', { name: 'Create a key' }).click();
    await keys.getByLabel('Purpose').fill('screen');
    expect(await keys.getByRole('checkbox', { checked: true }).count()).toBe(0);
    expect(await keys.getByLabel('Expires').inputValue()).toBe('365');
    expect(await keys.getByRole('button', { name: 'Create the key' }).isDisabled()).toBe(true);
    await keys.getByRole('checkbox', { name: 'Stats' }).check();
    const made = page.waitForResponse('**/api/admin/keys');
    await keys.getByRole('button', { name: 'Create the key' }).click();
    const { categories, expires_at: expiresAt } = await (await made).json();
    expect(categories).toEqual(['stats']);
    const leftDays = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
    expect(Math.round(leftDays)).toBe(365);
    const secret = keys.getByRole('region', { name: 'The new key' });
    await secret.waitFor();
    await keys.getByRole('button', { name: 'Revoke the key screen' }).click();
    await keys.getByRole('button', { name: 'Yes, revoke' }).click();
    await secret.waitFor({ state: 'detached' });
    await keys.getByRole('button', { name: 'Revoke the key screen' }).waitFor({ state: 'detached' });
  });

  test('the audit page has a sentence with names for each entry, and details on demand', async () => {
    const { hub, ada } = opened();
    const memberId = await hub.addMember('Wren');
    await hub.append([
      given.identity('wren1234wren', memberId),
      given.description('wren1234wren', 'Wren Fen'),
    ]);
    await hub.pair(memberId);
    await hub.append([
      given.sharing('wren1234wren', { category: 'stats', audience: 'selected', with: [ada] }),
    ]);
    await hub.projected();
    const page = await visitAs(ada, '/admin/audit', 390);
    const entries = page.getByRole('table', { name: 'Entries' });
    await entries.getByText('added the member Wren.').waitFor();
    await entries.getByText('shared stats of Wren Fen with Ada.').waitFor();
    await entries.getByText(/paired the plugin HA Exporter .*\. \+1 step ▾$/).waitFor();
    expect(await entries.textContent()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|wren1234wren/);
    const row = entries.getByRole('row').filter({ hasText: 'shared stats of Wren Fen' });
    await row.getByRole('button', { name: 'Details of the entry' }).click();
    await entries.locator('dd').getByText('Wren Fen', { exact: true }).waitFor();
    await entries
      .locator('dd')
      .getByText(/^category: .*; audience: selected; with: Ada$/)
      .waitFor();
    expect(await pixelsBeyondEdge(page)).toBe(0);
    expect(await inaccessibleInThemes(page)).toEqual([]);
    await entries.getByRole('button', { name: 'Only entries about this' }).click();
    await entries.getByText('added the member Wren.').waitFor({ state: 'detached' });
  });

  test('the page of the hub uses plain words, and settings have a separate page', async () => {
    const page = await visitAs(opened().ada, '/admin/hub?view=internals');
    await page
      .getByRole('region', { name: 'Read tables' })
      .getByRole('cell', { name: 'copy 1' })
      .first()
      .waitFor();
    await page.getByText('Every record was processed.').waitFor();
    const explained = page.getByText('The command line calls');
    const texts = await page.locator('main').allTextContents();
    const glossary = await explained.allTextContents();
    expect(glossary).toHaveLength(2);
    const rest = glossary.reduce((text, each) => text.replace(each, ''), texts.join(' '));
    expect(rest).not.toMatch(/generation|parked|promote|projection|retire/i);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.waitForURL('**/admin/settings');
    await page
      .getByRole('region', { name: 'Values in use' })
      .getByRole('cell', { name: 'PUBLIC_URL', exact: true })
      .waitFor();
    const end = page.getByRole('button', { name: 'Decommission' });
    expect(await end.count()).toBe(0);
    await page.locator('summary').getByText('Decommission').click();
    await end.waitFor();
    expect(await inaccessibleInThemes(page)).toEqual([]);
  });
});

const refusedKey = `hub_${'0'.repeat(10)}_${'0'.repeat(43)}`;
