import type { Page, Route } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { openTestConsole } from '../../services/console/testing/open-test-console.ts';
import { registeredPlugins } from '../../services/ingest/plugins/registered.ts';
import { pairingPluginsOf } from '../../services/operations/devices/pairing-plugins.ts';
import { pastedPlugins } from '../made-up-plugin/pasted-plugins.ts';
import { onceAFile } from '../support/at-end.ts';
import { buildChangedPages } from './built-pages.ts';
import { startChromium } from './chromium.ts';
import { findChromium } from './launch-chromium.ts';
import { focused, inaccessibleInThemes, pixelsBeyondEdge, visitsOf } from './page-visits.ts';

const chromium = findChromium();

async function open(executable: string) {
  await buildChangedPages();
  const [site, browser] = await Promise.all([
    openTestConsole({ plugins: pastedPlugins }),
    startChromium(executable),
  ]);
  return { ...site, ...visitsOf(browser, site.hub.url) };
}

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => open(chromium ?? ''));

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  async function visitNew(name: string, width?: number): Promise<Page> {
    const { hub, signIn, visit } = opened();
    const { cookie } = await signIn(await hub.addMember(name));
    return visit('/me', { key: null, cookie, ...(width !== undefined && { width }) });
  }

  const settingsOf = (page: Page, title: string) =>
    page.getByRole('region', { name: `The settings for ${title}` });

  async function begin(page: Page, title: string): Promise<void> {
    await page.getByRole('radio', { name: title }).check();
    await page.getByRole('button', { name: `Create the settings for ${title}` }).click();
    await settingsOf(page, title).waitFor();
  }

  const walk = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url, { method: 'POST', headers, body: 'player Quillon Fen\nat 3200 3201 0' });

  test('the settings of a plugin are shown once, until it has reported with them', async () => {
    const page = await visitNew('Quill');
    await begin(page, 'Rambler');
    const shown = settingsOf(page, 'Rambler');
    await expect.poll(() => focused(page)).toMatch(/^The settings for Rambler are shown only now/);
    await shown.getByText('Open the settings of Rambler.').waitFor();
    const url = (await shown.locator('code').textContent()) ?? '';
    expect(url).toMatch(new RegExp(`^${opened().hub.url}/rambler/[0-9a-f]{64}/walk$`));
    // The address holds the token, so the token needs no separate line.
    expect(await shown.getByRole('button', { name: /^Copy/ }).count()).toBe(1);
    await page.getByText('Waiting for the first report of Rambler').waitFor();
    await page.getByRole('cell', { name: /^Rambler rambler/ }).waitFor();
    expect(await inaccessibleInThemes(page)).toEqual([]);
    expect((await walk(url)).status).toBe(200);
    await page.getByText('It reports: Quillon Fen').waitFor();
    expect(await shown.count()).toBe(0);
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await expect.poll(() => focused(page)).toBe('Pair a plugin');
  });

  test('the settings do not come back after a reload, and are not in the storage of the tab', async () => {
    const page = await visitNew('Reloaded');
    await begin(page, 'Strider');
    const [address = '', token = ''] = await settingsOf(page, 'Strider').locator('code').allTextContents();
    expect(address).toBe(opened().hub.url);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href, history.state])',
    );
    expect(kept).not.toContain(token);
    await page.reload();
    await page.getByRole('button', { name: 'Pair a plugin' }).waitFor();
    expect(await page.content()).not.toContain(token);
    await page.getByRole('cell', { name: /^Strider strider/ }).waitFor();
    expect((await walk(`${address}/strider/walk`, { authorization: token })).status).toBe(200);
  });

  test('a step has a button for each value to paste, and no other line repeats the value', async () => {
    const page = await visitNew('Climbing', 390);
    await begin(page, 'Climber');
    const shown = settingsOf(page, 'Climber');
    const buttons = await shown.getByRole('listitem').getByRole('button').allTextContents();
    expect(buttons).toEqual(['Copy the address', 'Copy the token', 'Copy it']);
    expect(await shown.getByRole('button').count()).toBe(3);
    const [address, token, whole] = await shown.locator('code').allTextContents();
    expect([address, whole]).toEqual([opened().hub.url, `${address}/climber/${token}/walk`]);
    await shown.getByText(`Set Server to ${address}, without a slash at its end.`).waitFor();
    expect(await pixelsBeyondEdge(page)).toBe(0);
    expect(await inaccessibleInThemes(page)).toEqual([]);
  });

  test('the address of a plugin comes before its changes and choices, and contains the choices', async () => {
    const page = await visitNew('Choosing', 390);
    await begin(page, 'Chooser');
    const shown = settingsOf(page, 'Chooser');
    const words = (await shown.innerText()).replaceAll(/\s+/g, ' ');
    const places = ['The address:', 'Paste the address into Settings.', 'Chooser walks faster.', 'Hills'];
    const found = places.map((text) => words.indexOf(text));
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(found).not.toContain(-1);
    const choice = shown.getByRole('checkbox', { name: 'Hills', checked: false });
    expect(await choice.getAttribute('aria-describedby')).not.toBeNull();
    const address = () => shown.locator('code').first().textContent();
    const plain = await address();
    await choice.check();
    expect(await address()).toBe(`${plain}?hills=on`);
    await shown.getByRole('checkbox', { name: 'Hills' }).uncheck();
    expect(await address()).toBe(plain);
    await shown.getByRole('heading', { name: 'By hand' }).waitFor();
    expect(await shown.getByRole('button', { name: 'Copy it' }).count()).toBe(1);
    expect(await pixelsBeyondEdge(page)).toBe(0);
    expect(await inaccessibleInThemes(page)).toEqual([]);
  });

  test('the page reports that a plugin was revoked while its settings were shown', async () => {
    const page = await visitNew('Revoked');
    await begin(page, 'Strider');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke' }).last().click();
    await page.getByText('The plugin was revoked').waitFor();
    expect(await settingsOf(page, 'Strider').count()).toBe(0);
  });

  test('a code is the first choice, and needs one press', async () => {
    const page = await visitNew('Coded');
    const { byCode } = pairingPluginsOf(registeredPlugins);
    await page.getByRole('radio', { name: byCode.join(' or '), checked: true }).waitFor();
    const recommended = page.getByRole('paragraph').filter({ hasText: 'Recommended' });
    expect(await recommended.textContent()).toContain('Sends place and trail');
    await page.getByText('Sends walks and places.').waitFor();
    await page.getByRole('button', { name: 'Pair a plugin' }).click();
    await page.locator('.pairing-code').waitFor();
    await page.getByText(`Open the panel of ${byCode.join(' or ')}`).waitFor();
    await page.reload();
    await page.locator('.pairing-code').waitFor();
  });

  test('the page offers no choice when no plugin needs pasted settings', async () => {
    const page = await visitNew('Only');
    await page.route('**/console/api/me', async (route: Route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ json: { ...body, plugins: { ...body.plugins, pasted: [] } } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Pair a plugin' }).waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
  });

  test('while the hub is away, no settings are shown, and the page says that the result is unknown', async () => {
    const page = await visitNew('Away');
    await page.getByRole('radio', { name: 'Rambler' }).check();
    const refused = (route: Route) =>
      route.fulfill({
        status: 503,
        json: { error: { code: 'unavailable', message: 'the log does not answer' } },
      });
    await page.route('**/console/api/me/device-tokens', refused);
    await page.getByRole('button', { name: 'Create the settings for Rambler' }).click();
    await page.getByText('It is not known yet whether it happened').waitFor();
    await page.getByText('Create the settings for Rambler').first().waitFor();
    expect(await settingsOf(page, 'Rambler').count()).toBe(0);
  });

  test('long addresses and tokens stay within a narrow page', async () => {
    const page = await visitNew('Narrow', 390);
    await begin(page, 'Rambler');
    expect(await pixelsBeyondEdge(page)).toBe(0);
    expect(await inaccessibleInThemes(page)).toEqual([]);
  });
});
