import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { given, id } from '../../projections/access/testing/membership.ts';
import { openTestConsole } from '../../services/console/testing/open-test-console.ts';
import { onceAFile } from '../support/at-end.ts';
import { patient } from '../support/runner/patience.ts';
import { buildChangedPages } from './built-pages.ts';
import { startChromium } from './chromium.ts';
import { accounts, members, past } from './guild-data.ts';
import { findChromium } from './launch-chromium.ts';
import { focused, inaccessible, visitsOf } from './page-visits.ts';

const chromium = findChromium();
const officer = id(Object.values(accounts).indexOf(accounts.bram) + 1);

async function open(executable: string) {
  await buildChangedPages();
  const [site, browser] = await Promise.all([openTestConsole(), startChromium(executable)]);
  await site.hub.append([...members(), given.admin(officer)]);
  await site.hub.append(past(Date.now()));
  await site.hub.projected();
  await site.hub.pair(officer);
  return { ...site, ...visitsOf(browser, site.hub.url) };
}

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => open(chromium ?? ''));

  async function visit(path: string): Promise<Page> {
    const { cookie } = await opened().signIn(officer);
    return opened().visit(path, { key: null, cookie });
  }

  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).first().press('Enter');
  const hasFocus = (page: Page, what: string) => expect.poll(() => focused(page)).toBe(what);

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('the focus follows a key that is created, kept and changed', async () => {
    const page = await visit('/me');
    await press(page, 'Create a key');
    await hasFocus(page, 'Purpose');
    await press(page, 'Cancel');
    await hasFocus(page, 'Create a key');
    await page.keyboard.press('Enter');
    await hasFocus(page, 'Purpose');
    await page.keyboard.type('bot');
    await page.keyboard.press('Enter');
    await hasFocus(page, 'The new key');
    await press(page, 'I have it');
    await hasFocus(page, 'Create a key');
    await press(page, 'Change the key bot');
    await hasFocus(page, 'Purpose');
    await page.keyboard.type(' two');
    await press(page, 'Change when it expires');
    await expect.poll(() => focused(page)).toMatch(/^Expires/);
    await page
      .getByRole('form', { name: 'Change a key' })
      .getByRole('button', { name: 'Save' })
      .press('Enter');
    await hasFocus(page, 'Change the key bot two');
  });

  test('a link that disappears with its page moves the focus into the next page, and a link that stays keeps the focus', async () => {
    const page = await visit('/leaderboards?period=week');
    await page.getByRole('link', { name: 'Quillon Fen' }).first().press('Enter');
    const follow = page.getByRole('link', { name: 'Follow on the map' });
    await follow.waitFor();
    const isInPage = `document.querySelector('#content').contains(document.activeElement)`;
    await expect.poll(() => page.evaluate(isInPage)).toBe(true);
    await follow.press('Enter');
    await hasFocus(page, 'Live map');
    await page.getByRole('link', { name: 'Events', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Events' }).waitFor();
    await hasFocus(page, 'Events');
    await expect.poll(() => page.evaluate(`document.activeElement.tagName`)).toBe('A');
  });

  test('the focus stays at a plugin while it is renamed', async () => {
    const page = await visit('/me');
    const rename = page.getByRole('button', { name: 'Rename the plugin' });
    await rename.press('Enter');
    await hasFocus(page, 'New name');
    await press(page, 'Cancel');
    await hasFocus(page, (await rename.getAttribute('aria-label')) ?? '');
    await page.keyboard.press('Enter');
    await hasFocus(page, 'New name');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('laptop');
    await page.keyboard.press('Enter');
    await hasFocus(page, 'Rename the plugin laptop');
  });

  test('a field that filters the audit log keeps the focus, and the address fills in the field', async () => {
    const page = await visit('/admin/audit');
    const [who, what] = ['Actor: a name or a part, cli, hub', 'About: a name, a part or an id'];
    const narrowed = (name: string, value: string | null) =>
      page.waitForURL(({ searchParams }) => searchParams.get(name) === value);
    await press(page, 'Month');
    await page.getByLabel(what).focus();
    for (const text of ['key', ' key-made ']) {
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await narrowed('subject', text.trim());
      await hasFocus(page, what);
    }
    await expect.poll(() => page.getByLabel(what).inputValue()).toBe('key-made');
    await narrowed('span', 'month');
    await press(page, 'Show all');
    await narrowed('subject', null);
    await hasFocus(page, who);
    await expect.poll(() => page.getByLabel(what).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Details of the entry' }).first().press('Enter');
    await page.getByTitle('Only entries about').first().press('Enter');
    await expect.poll(() => page.getByLabel(what).inputValue()).not.toBe('');
  });

  test('“Try again” keeps the focus while the hub is asked', async () => {
    const page = await visit('/events');
    await page.getByRole('heading', { name: 'Events', exact: true }).waitFor();
    await page.clock.install();
    await page.route('**/console/api/me', (route) => route.abort());
    await page.locator('.own-name').click();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect.poll(() => page.clock.runFor(1_000).then(() => again.count())).toBe(1);
    const held = Promise.withResolvers<void>();
    await page.route('**/console/api/me', async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/console/api/me');
    await again.press('Enter');
    await asked;
    expect(await focused(page)).toBe('Try again');
    held.resolve();
    await page.getByRole('region', { name: 'Sharing' }).waitFor();
  });

  test('a command that is refused leaves the focus on its button', async () => {
    const page = await visit('/admin/members');
    await press(page, 'Add a member');
    await hasFocus(page, 'Name, as the guild sees it');
    await page.keyboard.type('Bram Oak');
    await press(page, 'Add');
    await page.getByRole('form', { name: 'A new member' }).getByRole('alert').waitFor();
    await hasFocus(page, 'Add');
  });

  test('a command without an answer stays reported until its line is closed, and closing the line moves the focus', async () => {
    const page = await visit('/me');
    const away = ['**/me/settings', '**/api/commands/*'];
    for (const route of away) await page.route(route, (request) => request.abort());
    const save = page.getByRole('region', { name: 'You', exact: true }).getByRole('button', { name: 'Save' });
    const lines = page.locator('.open-command');
    const note = page.getByText('It is not known yet whether it happened');
    for (const [zone, count] of [
      ['Europe/Oslo', 1],
      ['Europe/Rome', 2],
    ] as const) {
      await page.getByLabel('Time zone').fill(zone);
      await save.click();
      await expect.poll(() => lines.count()).toBe(count);
    }
    await lines
      .filter({ hasText: 'Rome: the hub is asked' })
      .getByText('the hub cannot be reached')
      .waitFor();
    for (const route of away) await page.unroute(route);
    await lines
      .filter({ hasText: 'Rome: the hub has not received it so far.' })
      .waitFor({ timeout: patient(60_000) });
    await page.getByText('Type Bram Oak to continue').scrollIntoViewIfNeeded();
    expect((await lines.first().boundingBox())?.y).toBe(48);
    await note.waitFor();
    await lines.first().getByRole('button', { name: 'Close' }).press('Enter');
    await expect.poll(() => lines.count()).toBe(1);
    await hasFocus(page, 'Close');
    await page.keyboard.press('Enter');
    await lines.waitFor({ state: 'detached' });
    await note.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
    expect(await inaccessible(page)).toEqual([]);
  });

  test('the line of a command without an answer isolates the name in its sentence, and a label of a button does not', async () => {
    const page = await visit('/me');
    for (const route of ['**/devices/*/revoke', '**/api/commands/*'])
      await page.route(route, (request) => request.abort());
    const revoke = page.getByRole('button', { name: 'Revoke the plugin' });
    expect(await revoke.getAttribute('aria-label')).toMatch(/^Revoke the plugin [ -~]+$/);
    await revoke.click();
    await page.getByRole('button', { name: 'Yes, revoke' }).click();
    await expect
      .poll(() => page.locator('.open-command strong').textContent())
      .toMatch(/^Revoke the plugin \u2068[ -~]+\u2069$/);
  });

  test('a part that opens below a row gets the focus, and closing the part returns the focus to the button of the row', async () => {
    const page = await visit('/admin/members');
    for (const [button, first] of [
      ['Make a sign-in link for Bram Oak', 'The link for Bram Oak'],
      ['Change Bram Oak', 'Name, as the guild sees it'],
      ['Change the account Bram Oak', 'New owner'],
    ] as const) {
      if (button.includes('account')) await press(page, 'Accounts');
      await press(page, button);
      if (button.startsWith('Make')) await press(page, 'Yes, make a sign-in link');
      await expect.poll(() => focused(page)).toContain(first);
      await press(page, 'Close');
      await hasFocus(page, button);
    }
  });

  test.each([
    ['/admin/members', 'Add a member', 'Name, as the guild sees it'],
    ['/admin/hub?view=internals', 'Rebuild all …', 'Pause whenever readers would notice'],
  ])(
    'on %s an opened form gets the focus, and closing the form returns the focus to its button',
    async (path, opener, field) => {
      const page = await visit(path);
      await press(page, opener);
      await hasFocus(page, field);
      await press(page, 'Cancel');
      await hasFocus(page, opener);
    },
  );
});
