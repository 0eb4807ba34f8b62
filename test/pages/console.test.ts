import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { given, id } from '../../projections/access/testing/membership.ts';
import { openTestConsole } from '../../services/console/testing/open-test-console.ts';
import { onceAFile } from '../support/at-end.ts';
import { buildChangedPages } from './built-pages.ts';
import { startChromium } from './chromium.ts';
import { accounts, markup, members, past } from './guild-data.ts';
import { findChromium } from './launch-chromium.ts';
import {
  assetBytes,
  focused,
  inaccessible,
  inaccessibleInThemes,
  pixelsBeyondEdge,
  visitsOf,
  waitUntilLoaded,
} from './page-visits.ts';

const chromium = findChromium();
const pages = [
  '/guild',
  '/me',
  '/admin/members',
  '/admin/keys',
  '/competitions',
  '/admin/hub',
  '/admin/audit',
  '/admin/payloads',
  '/admin/settings',
];
const tess = id(3);
/** The member whose name is markup; `members` numbers members in the order of `accounts`. */
const marked = id(Object.values(accounts).indexOf(accounts.marked) + 1);
const quillon = id(1);
/** The member with the longest name. */
const wide = id(Object.values(accounts).indexOf(accounts.wide) + 1);

async function open(executable: string) {
  await buildChangedPages();
  const [site, browser] = await Promise.all([openTestConsole(), startChromium(executable)]);
  await site.hub.append([...members(), given.admin(marked)]);
  await site.hub.append(past(Date.now()));
  await site.hub.projected();
  return { ...site, ...visitsOf(browser, site.hub.url) };
}

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => open(chromium ?? ''));

  async function visitAs(memberId: string, path: string, width?: number): Promise<Page> {
    const { cookie } = await opened().signIn(memberId);
    return opened().visit(path, { key: null, cookie, ...(width !== undefined && { width }) });
  }

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('a page says how long the hub asks to wait', async () => {
    const page = await visitAs(marked, '/admin/members');
    const refusal = { error: { code: 'rate_limited', message: 'too many requests' } };
    const limited = { status: 429, headers: { 'retry-after': '20' }, json: refusal };
    await page.route('**/console/api/admin/audit**', (route) => route.fulfill(limited), { times: 1 });
    await page.clock.install();
    await page.goto(`${opened().hub.url}/admin/audit`);
    const wait = page.getByText('Too many requests: the page asks again in 20 s');
    await wait.waitFor();
    await page.clock.runFor(21_000);
    await wait.waitFor({ state: 'detached' });
    await page.getByRole('row').nth(1).waitFor();
  });

  test('the page explains an unknown link, an expired link and a refusal by Discord in words', async () => {
    const { hub, visit, post, signIn } = opened();
    const { cookie } = await signIn(marked);
    const made = await post(`admin/members/${wide}/sign-in-link`, { request_id: randomUUID() }, { cookie });
    const link: string = made.body.link;
    const before = await visit(link.slice(hub.url.length), { key: null });
    const button = before.getByRole('button', { name: /^Sign in as W{32}$/ });
    await button.waitFor();
    await before.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => pixelsBeyondEdge(before)).toBe(0);
    await hub.database.run({ text: 'update console.sign_in_link set expires_at = 0' });
    await button.click();
    await before.getByText('This link is unknown, was used already or has expired.').waitFor();
    await expect.poll(() => focused(before)).toContain('Sign in as');
    const page = await visit('/sign-in#token=abc', { key: null });
    await page.getByText('A link works once').waitFor();
    expect(await inaccessible(page)).toEqual([]);
    await page.goto(`${opened().hub.url}/sign-in#failed=not_in_guild`);
    await page.reload();
    await page.getByText('Your Discord account is not in this guild').waitFor();
  });

  test('while the hub waits for its tables, the page does not call a link used, and shows the ways to sign in later', async () => {
    const { hub, visit, post, signIn } = opened();
    const { cookie } = await signIn(marked);
    const made = await post(`admin/members/${tess}/sign-in-link`, { request_id: randomUUID() }, { cookie });
    const page = await visit('/', { key: null });
    const error = { code: 'unavailable', message: 'the hub waits for its database' };
    const waits = (route: Route) => route.fulfill({ status: 503, json: { error } });
    const routes = '**/console/api/sign-in{,/look}';
    await page.route(routes, waits);
    await page.goto(made.body.link);
    await page.getByText('The hub waits for its database.').waitFor();
    expect(await page.getByText('Ask an admin').count()).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect.poll(() => focused(page)).toBe('Try again');
    await page.goto(`${hub.url}/sign-in`);
    await page.reload();
    await page.getByLabel('An API key of this hub').waitFor();
    expect(await page.getByText('You sign in with a link of your own').count()).toBe(0);
    await page.unroute(routes);
    await page.getByText('You sign in with a link of your own').waitFor();
    await page.goto(made.body.link);
    await page.getByRole('button', { name: /^Sign in as/ }).waitFor();
  });

  test('a tab whose session was ended elsewhere shows the sign-in page and the reason', async () => {
    const page = await visitAs(quillon, '/me');
    await page.getByRole('region', { name: 'Sharing' }).waitFor();
    const other = await opened().signIn(quillon);
    await opened().post('sign-out', { everywhere: true }, { cookie: other.cookie });
    await page.getByText('You are signed out').waitFor();
    await page.getByLabel('An API key of this hub').waitFor();
    expect(await inaccessible(page)).toEqual([]);
  });

  test('a tab that only reads keeps its session active', async () => {
    const { cookie, session: begun } = await opened().signIn(quillon);
    const page = await opened().visit('/', { key: null, cookie });
    await page.clock.install();
    await page.reload();
    await page.getByRole('link', { name: 'Quillon Fen', exact: true }).first().waitFor();
    const { database } = opened().hub;
    const session = { values: [begun.id] };
    const earlier = 'update console.session set last_used_at = last_used_at - 7200000 where session_id = $1';
    await database.run({ text: earlier, ...session });
    await page.clock.fastForward('01:00:00');
    const use = 'select last_used_at as at from console.session where session_id = $1';
    const lastUse = async () => (await database.one<{ at: number }>({ text: use, ...session })).at;
    await expect.poll(lastUse).toBeGreaterThanOrEqual(begun.lastUsedAt);
  });

  test('a member shares with chosen members, and can see the view of a guild member', async () => {
    const page = await visitAs(quillon, '/me');
    const sharing = page.getByRole('region', { name: 'Sharing' });
    await sharing.getByRole('button', { name: 'Stats of Quillon Fen: Guild' }).click();
    await sharing.getByRole('button', { name: 'Selected' }).click();
    await sharing.getByRole('checkbox', { name: 'Bram Oak' }).check();
    await sharing.getByRole('button', { name: 'Save' }).click();
    await sharing.getByRole('button', { name: 'Stats of Quillon Fen: Some (1)' }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await sharing.getByRole('link', { name: 'View as a guild member' }).click();
    const preview = page.getByRole('region', { name: 'View as a guild member' });
    await preview.getByText('This is what every member of the guild sees.').waitFor();
    const hidden = page.getByText('The owner of the account does not share');
    await page.getByRole('region', { name: 'Skills' }).getByText('does not share stats').waitFor();
    await page.getByRole('region', { name: 'Inventory' }).locator('.inventory').waitFor();
    expect(await page.getByText('Total level').count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Names' }).count()).toBe(0);
    expect(await hidden.count()).toBe(2);
    expect(await inaccessible(page)).toEqual([]);
    expect(await pixelsBeyondEdge(page)).toBe(0);
    await preview.getByRole('link', { name: 'Back to sharing' }).click();
    await expect.poll(() => focused(page)).toBe('View as a guild member');
    await page.setViewportSize({ width: 1_280, height: 800 });
    await sharing.getByRole('button', { name: 'All of Quillon Fen' }).click();
    await sharing.getByRole('button', { name: 'Private', exact: true }).click();
    await sharing.getByRole('button', { name: 'Save' }).click();
    await sharing.getByRole('button', { name: 'Stats of Quillon Fen: Private' }).waitFor();
    // "All" leaves out the bank.
    await sharing.getByRole('button', { name: 'Bank of Quillon Fen: Guild' }).click();
    await sharing.getByRole('button', { name: 'Private', exact: true }).click();
    await sharing.getByRole('button', { name: 'Save' }).click();
    await sharing.getByRole('link', { name: 'View as a guild member' }).click();
    await page.getByText('The guild does not see the account Quillon Fen.').waitFor();
  });

  test('Enter on a cell of Sharing moves the focus into its editor, and Escape returns the focus', async () => {
    const page = await visitAs(quillon, '/me');
    const sharing = page.getByRole('region', { name: 'Sharing' });
    // The heads of a single account would repeat its cells.
    await sharing.getByRole('button', { name: 'All of Quillon Fen' }).waitFor();
    expect(await sharing.getByRole('button', { name: /^(All|Inventory)$/ }).count()).toBe(0);
    await page.route('**/console/api/me', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const [own] = body.accounts;
      await route.fulfill({ json: { ...body, accounts: [own, { ...own, id: 'other', name: 'Other' }] } });
    });
    await page.reload();
    for (const name of [/^Events of Quillon Fen/, 'All', 'Inventory', 'Quillon Fen']) {
      const cell = sharing.getByRole('button', { name, exact: true });
      await cell.press('Enter');
      const editor = sharing.getByRole('form', { name: 'Audience' });
      const holdsFocus = `document.querySelector('form[aria-label=Audience]').contains(document.activeElement)`;
      await expect.poll(() => page.evaluate(holdsFocus)).toBe(true);
      await page.keyboard.press('Escape');
      await editor.waitFor({ state: 'detached' });
      const label = (await cell.getAttribute('aria-label')) ?? (await cell.textContent());
      expect(await focused(page)).toBe(label);
    }
    const last = sharing.getByRole('button', { name: /^Bank of Quillon Fen/ });
    await last.press('Enter');
    await last.focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Guild');
  });

  test('a form leaves out former members and erased accounts, and keeps other values', async () => {
    const { hub, signIn, post, get } = opened();
    const [owner, gone, kin] = [randomUUID(), randomUUID(), randomUUID()];
    const [own, erased, other] = ['orinAccount1', 'kinAccount01', 'kinAccount02'];
    await hub.append([
      ...[given.member(owner, 'Orin'), given.member(gone, 'Gone'), given.member(kin, 'Kin')],
      ...[given.identity(own, owner), given.description(own, 'Orin One')],
      ...[given.identity(erased, kin), given.description(erased, 'Kin One')],
      ...[given.identity(other, kin), given.description(other, 'Kin Two')],
      ...[own, erased, other].map((account) =>
        given.sharing(account, { category: 'stats', audience: 'guild', with: [] }),
      ),
      given.sharing(own, { category: 'events', audience: 'selected', with: [gone, kin] }),
    ]);
    await hub.makeKey();
    const { cookie } = await signIn(owner);
    const fields = { name: 'bot', categories: ['stats'], account_ids: [own, erased], expires_at: null };
    const made = await post('me/keys', { ...fields, request_id: randomUUID() }, { cookie });
    expect(made.status).toBe(200);
    await hub.append([given.leaving(gone), given.eraseAccount(erased)]);
    await hub.makeKey();
    const ofKey = async () => {
      const { keys } = (await get('me', { cookie })).body;
      return [keys[0].name, keys[0].accounts];
    };

    const page = await visitAs(owner, '/me');
    const sharing = page.getByRole('region', { name: 'Sharing' });
    await sharing.getByRole('button', { name: 'Events of Orin One: Some (2)' }).click();
    await sharing.getByRole('button', { name: 'Save' }).click();
    await sharing.getByRole('button', { name: 'Events of Orin One: Some (1)' }).waitFor();

    const keys = page.getByRole('region', { name: 'API keys' });
    const change = async (edit: () => Promise<void>, after: string) => {
      await keys.getByRole('button', { name: /^Change the key / }).click();
      await edit();
      await keys.getByRole('button', { name: 'Save' }).click();
      await keys.getByRole('button', { name: `Change the key ${after}` }).waitFor();
    };
    const rename = (name: string) => keys.getByLabel('Purpose').fill(name);
    await change(() => rename('renamed'), 'renamed');
    expect(await ofKey()).toEqual(['renamed', [own, erased]]);
    await change(async () => {
      await rename('wider');
      await keys.getByRole('checkbox', { name: 'Kin Two' }).check();
    }, 'wider');
    expect(await ofKey()).toEqual(['wider', [own, other]]);
  });

  test('the page shows the result of a command after a lost answer or a reload', async () => {
    const page = await visitAs(quillon, '/me');
    const zone = page.getByLabel('Time zone');
    const save = page.getByRole('region', { name: 'You', exact: true }).getByRole('button', { name: 'Save' });
    await page.route('**/me/settings', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await zone.fill('Europe/Oslo');
    await save.click();
    await page.getByText('Set the time zone to Europe/Oslo: it happened').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.unroute('**/me/settings');
    const held = Promise.withResolvers<void>();
    await page.route('**/me/settings', async (route) => {
      await held.promise;
      await route.abort().catch(() => {});
    });
    await zone.fill('Europe/Rome');
    const asked = page.waitForRequest('**/me/settings');
    await save.click();
    await asked;
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.reload();
    await page.getByText('Set the time zone to Europe/Rome: the hub has not received it so far').waitFor();
    await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Europe/Oslo');
    held.resolve();
  });

  test('a value that is shown once is shown at once, even when the page cannot be loaded again', async () => {
    const page = await visitAs(quillon, '/me');
    const keys = page.getByRole('region', { name: 'API keys' });
    await keys.getByRole('button', { name: 'Create a key' }).click();
    await keys.getByLabel('Purpose').fill('bot');
    const made = page.waitForResponse('**/api/me/keys');
    // The request after the command gets no answer.
    await page.route('**/console/api/me', () => {});
    await keys.getByRole('button', { name: 'Create the key' }).click();
    expect((await made).status()).toBe(200);
    await page.getByRole('region', { name: 'The new key' }).waitFor({ timeout: 1_000 });
  });

  test('a refused command shows the reason in the words of the command line', async () => {
    const page = await visitAs(marked, '/admin/members');
    await page.getByRole('button', { name: 'Add a member' }).click();
    await page.getByLabel('Name, as the guild sees it').fill('quillon fen');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('An active member already has this name.').waitFor();
  });

  test('the search text of a table can be erased when the table has become too short for a search', async () => {
    const { hub } = opened();
    await hub.pair(quillon);
    for (let paired = 1; paired < 15; paired += 1) await hub.pair(tess);
    const page = await visitAs(marked, '/admin/members?list=plugins');
    const panel = page.getByRole('region', { name: 'Paired plugins' });
    const buttons = panel.getByRole('button', { name: 'Revoke' });
    await panel.getByPlaceholder('Find among 15').fill('Quillon');
    await expect.poll(() => buttons.count()).toBe(1);
    await buttons.click();
    await panel.getByRole('button', { name: 'Yes, revoke' }).click();
    const field = panel.getByPlaceholder('Find among 14');
    await field.fill('');
    await expect.poll(() => buttons.count()).toBe(14);
    await expect.poll(() => field.count()).toBe(0);
  });

  test('a member sees that an admin looked at a report, exports their data and erases themselves', async () => {
    const { hub } = opened();
    const memberId = await hub.addMember('Isolde');
    const token = await hub.pair(memberId);
    expect((await hub.report(token, { player: { name: markup, accountHash: 'a1' } })).status).toBe(200);
    const admin = await visitAs(marked, '/admin/payloads');
    const row = admin.getByRole('row').filter({ hasText: 'Isolde' }).filter({ hasText: 'HA Exporter' });
    await row.getByRole('button', { name: 'Show' }).click();
    await admin.getByRole('button', { name: 'See it' }).click();
    await admin.getByText('"accountHash": "a1"').waitFor();
    await expect.poll(() => focused(admin)).toContain('"accountHash": "a1"');
    await admin.getByRole('button', { name: 'Close' }).press('Enter');
    await expect.poll(() => focused(admin)).toMatch(/^Show the report/);

    const page = await visitAs(memberId, '/me');
    await page.getByRole('button', { name: 'Rename the plugin' }).click();
    await page.getByLabel('New name').fill(markup);
    await page.getByRole('region', { name: 'Paired plugins' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: `Rename the plugin ${markup}` }).waitFor();
    await page.getByText('The whole content of a report of yours was viewed').waitFor();
    await page.locator('summary', { hasText: 'Your data' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export my data' }).click(),
    ]);
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      member: { name: 'Isolde' },
    });
    await page.getByRole('button', { name: 'Export my data' }).click();
    await page.getByRole('alert').filter({ hasText: 'You can export your data once an hour.' }).waitFor();
    const erase = page.getByRole('button', { name: 'Erase me' });
    await page.locator('summary', { hasText: 'Erase me' }).click();
    await page.getByLabel('Type Isolde to continue').fill('isolde');
    await expect.poll(() => erase.isDisabled()).toBe(true);
    await page.getByLabel('Type Isolde to continue').fill('Isolde');
    // Nobody else reports the account, so the member decides about it first.
    await page.getByText(`Nobody else reports: ${markup}.`).waitFor();
    expect(await erase.isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'Erase them too' }).check();
    const answered = page.waitForResponse('**/me/erase');
    await erase.click();
    expect((await answered).status()).toBe(200);
    await page.getByText('You are signed out').waitFor();
  });

  test('the audit log is searched by a name with a space, and by the subject of an entry', async () => {
    await opened().hub.makeKey();
    const page = await visitAs(marked, `/admin/payloads?account=${accounts.tess}`);
    await page.getByText('No such report was received in the last 72 hours.').waitFor();
    const asked = page.waitForResponse('**/admin/audit?*');
    await page.getByRole('link', { name: 'Audit log' }).click();
    const { entries } = await (await asked).json();
    await page.goto(`${opened().hub.url}/admin/audit?before=${entries[0].id}`);
    await page.getByRole('button', { name: 'Newest' }).waitFor();
    await page.getByRole('button', { name: 'Details of the entry' }).first().click();
    await page.getByTitle('Only entries about').first().click();
    await page.waitForURL(({ searchParams }) => searchParams.has('subject') && !searchParams.has('before'));
    await page.getByLabel('Actor: a name').pressSequentially(' Quillon Fen ');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('actor') === 'Quillon Fen');
  });

  test('a page that a viewer is not allowed to open explains who may open it', async () => {
    const page = await visitAs(quillon, '/admin/members');
    await page.getByRole('heading', { name: 'This page is for admins' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    const reader = await opened().visit('/me', { key: await opened().hub.makeKey() });
    await reader.getByRole('heading', { name: 'This page is for members' }).waitFor();
  });

  test('in a narrow window every entry of the navigation is in the menu, and no entry is cut off', async () => {
    const page = await visitAs(marked, '/events', 390);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    const links = page.getByRole('navigation', { name: 'Pages', exact: true });
    const names = [
      'Guild',
      'Map',
      'Players',
      'Events',
      'Leaderboards',
      'Items',
      'Competitions',
      'Compare',
      'Admin',
    ];
    for (const name of names) {
      const box = await links.getByRole('link', { name, exact: true }).boundingBox();
      expect([box !== null && box.x >= 0, box !== null && box.x + box.width <= 390], name).toEqual([
        true,
        true,
      ]);
    }
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await inaccessible(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Compare' }).waitFor({ state: 'hidden' });
  });

  test('in a wider window no part of the page header covers another, however long the names', async () => {
    const page = await visitAs(marked, '/me');
    await page.getByRole('link', { name: 'Admin' }).waitFor();
    const named = { '.hub-name': 'Brotherhood of the Northern Watch', '.own-name': 'Wilhelmina Thornbridge' };
    for (const [place, name] of Object.entries(named)) {
      await page.evaluate(`document.querySelector('${place}').textContent = '${name}'`);
    }
    for (const width of [1_251, 1_280, 1_340]) {
      await page.setViewportSize({ width, height: 800 });
      const edges = await page.evaluate<readonly [number, number][]>(`
        [...document.querySelectorAll('.shell-head :is(a, button)')].map((it) => it.getBoundingClientRect())
          .filter(({ width }) => width > 0).map(({ left, right }) => [left, right])`);
      expect(edges, String(width)).toHaveLength(13);
      for (const [index, [left, right]] of edges.entries()) {
        expect(left, `${width}: ${index}`).toBeGreaterThanOrEqual(edges[index - 1]?.[1] ?? 0);
        expect(right - left, `${width}: ${index}`).toBeGreaterThan(30);
      }
      await expect.poll(() => pixelsBeyondEdge(page), { message: String(width) }).toBe(0);
    }
  });

  test('every page is accessible in both themes, fits a phone, and shows markup as text', async () => {
    const page = await visitAs(marked, '/me');
    for (const path of pages) {
      await page.goto(opened().hub.url + path);
      await waitUntilLoaded(page);
      expect(await page.evaluate<number>(assetBytes), path).toBeLessThan(200_000);
      expect(await inaccessibleInThemes(page), path).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      await expect.poll(() => pixelsBeyondEdge(page), { message: path }).toBe(0);
      const made = "document.querySelectorAll('#app :is(b, img, script)').length";
      expect(await page.evaluate(made), path).toBe(0);
      await page.setViewportSize({ width: 1_280, height: 800 });
    }
    await page.getByText(markup).first().waitFor();
    expect(await page.evaluate('typeof hacked')).toBe('undefined');
  });
});
