import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { openTestConsole } from '../../services/console/testing/open-test-console.ts';
import { onceAFile } from '../support/at-end.ts';
import { runJson } from '../support/hub/command-line.ts';
import { dropReport, sampleReport } from '../support/hub/sample-report.ts';
import { reportTwins } from '../support/hub/twin-accounts.ts';
import { buildChangedPages } from './built-pages.ts';
import { startChromium } from './chromium.ts';
import { findChromium } from './launch-chromium.ts';
import { inaccessibleInThemes, pixelsBeyondEdge, visitsOf, waitUntilLoaded } from './page-visits.ts';

const chromium = findChromium();
const widths = [390, 768, 1_280];

async function open(executable: string) {
  await buildChangedPages();
  const [site, browser] = await Promise.all([openTestConsole(), startChromium(executable)]);
  const { hub } = site;
  const json = (...args: string[]) => runJson(hub.environment, args);
  const { id: ada } = await json('member', 'add', 'Ada', '--admin');
  return { ...site, ...visitsOf(browser, hub.url), ada: String(ada), json };
}

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => open(chromium ?? ''));

  async function visitAs(memberId: string, path: string): Promise<Page> {
    const { cookie } = await opened().signIn(memberId);
    return opened().visit(path, { key: null, cookie });
  }

  async function checkLook(page: Page, name: string): Promise<void> {
    expect(await inaccessibleInThemes(page)).toEqual([]);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => pixelsBeyondEdge(page), { message: `${name} at ${width}` }).toBe(0);
    }
  }

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('a member sees a twin and its data to be lost, confirms its erasure, and keeps the other account', async () => {
    const { hub, json } = opened();
    const quill = await hub.addMember('Quill');
    const { originalId, name } = await reportTwins(hub, quill);
    const page = await visitAs(quill, '/me');
    const panel = page.getByRole('region', { name: 'Two accounts with one name' });
    await panel.getByRole('cell', { name: /1 play session/ }).waitFor();
    await panel.getByRole('button', { name: `Erase the twin of ${name}` }).click();
    await panel.getByText(/^This erases .* for good\. The other account stays as it is\.$/).waitFor();
    await checkLook(page, 'twins');
    await panel.getByRole('button', { name: 'Yes, erase the twin' }).click();
    await panel.getByRole('status').getByText(`\u2068The twin of ${name}\u2069 is erased.`).waitFor();
    expect((await json('account', 'list')).accounts).toMatchObject([{ id: originalId, name }]);

    const account = await visitAs(quill, `/accounts/${originalId}/history`);
    const names = account.getByRole('region', { name: 'Names' });
    const listed = names.getByRole('listitem');
    await listed.filter({ hasText: new RegExp(`^${name}from .* to today$`) }).waitFor();
    await listed.filter({ hasText: new RegExp(`^Old ${name}from `) }).waitFor();
    await checkLook(account, 'history with names');
    // Nobody but the owner and admins sees names.
    const other = await visitAs(await hub.addMember('Bram'), `/accounts/${originalId}/history`);
    await other.getByRole('heading', { name, level: 1 }).waitFor();
    await other.getByRole('region', { name: 'Carried wealth per day' }).waitFor();
    await waitUntilLoaded(other);
    expect(await other.getByRole('region', { name: 'Names' }).count()).toBe(0);
    expect(await other.getByText(`Old ${name}`).count()).toBe(0);
  });

  test('an admin erases a twin, decides about the accounts of a member, and erases the member with the accounts', async () => {
    const { hub, ada, json } = opened();
    const sela = await hub.addMember('Sela');
    const { name, token } = await reportTwins(hub, sela, { name: 'Grey Rail', accountHash: 'd' });
    expect(
      (await hub.report(token, dropReport({ marker: crypto.randomUUID(), name: 'Teal Rail' }))).status,
    ).toBe(200);
    await hub.projected();
    const page = await visitAs(ada, '/admin/members');
    const twins = page.getByRole('region', { name: 'Two accounts with one name' });
    await twins.getByRole('cell', { name: 'Sela' }).waitFor();
    await twins.getByRole('button', { name: `Erase the twin of ${name}` }).click();
    await twins.getByRole('button', { name: 'Yes, erase the twin' }).click();
    await twins.getByText(`\u2068The twin of ${name}\u2069 is erased.`, { exact: false }).waitFor();

    await page.getByRole('button', { name: 'Change Sela', exact: true }).click();
    const editor = page.getByRole('region', { name: 'Change Sela' });
    await editor.getByText('Nobody else reports: Grey Rail, Teal Rail.').waitFor();
    await editor.getByLabel('Type Sela to continue').fill('Sela');
    const erase = editor.getByRole('button', { name: 'Erase', exact: true });
    expect(await erase.isDisabled()).toBe(true);
    await editor.getByLabel('Erase them too, with their whole history').check();
    await checkLook(page, 'erase-member');
    await erase.click();
    await page
      .getByText(
        '\u2068Sela\u2069 is erased. No backup holds the erased data in readable form. Erased too: \u2068Grey Rail\u2069, \u2068Teal Rail\u2069.',
      )
      .waitFor();
    const names = (await json('account', 'list')).accounts.map((account: { name: string }) => account.name);
    expect(names).not.toContain('Grey Rail');
    expect(names).not.toContain('Teal Rail');
  });

  test('a member sees which messages of a plugin arrived, a warning, and what stays after revoking', async () => {
    const { hub, ada } = opened();
    const tess = await hub.addMember('Tess');
    const page = await visitAs(tess, '/me');
    const pairing = page.getByRole('region', { name: 'Pair a plugin' });
    await pairing.getByLabel('Group Ironmen Tracker').check();
    await pairing.getByRole('button', { name: 'Create the settings for Group Ironmen Tracker' }).click();
    const token = /^[0-9a-f]{64}$/;
    const shown = await pairing.getByText(token).first().textContent();
    const post = async (body: object) =>
      fetch(`${hub.url}/api/group/hub/update-group-member`, {
        method: 'POST',
        headers: { authorization: shown ?? '', 'user-agent': 'GroupIronmenTracker/1.7.0 RuneLite/1.11.9' },
        body: JSON.stringify(body),
      });
    expect((await post({})).status).toBe(200);
    await pairing.getByText(/could not use any message/).waitFor();
    const { coordinates, stats, skills } = (await sampleReport('gim-update-full')) as Readonly<
      Record<string, unknown>
    >;
    expect((await post({ name: 'Tern Hollow', coordinates, stats })).status).toBe(200);
    const arrived = pairing.getByRole('region', { name: 'Messages that have arrived' });
    await arrived.getByText('Location: 1 message').waitFor();
    await arrived.getByText('Inventory: not yet').waitFor();
    const devices = page.getByRole('region', { name: 'Paired plugins' });
    await devices.getByText('2 of 6 kinds of messages arrived').click();
    await devices.getByRole('cell', { name: '1.7.0' }).waitFor();
    await checkLook(page, 'devices');
    expect((await post({ name: 'Tern Hollow', skills: [...(skills as number[]), 5] })).status).toBe(200);
    const hubPage = await visitAs(ada, '/admin/hub?view=internals');
    const unknown = hubPage.getByRole('table', { name: 'Unknown skills' });
    await unknown.getByRole('row', { name: /^Group Ironmen Tracker skill 25 / }).waitFor();
    await checkLook(hubPage, 'unknown-skills');
    await devices.getByRole('button', { name: 'Revoke the plugin Group Ironmen Tracker' }).click();
    await devices.getByText(/The plugin keeps the address and the token/).waitFor();
    await checkLook(page, 'revoke');
    await devices.getByRole('button', { name: 'Yes, revoke' }).click();
    await devices.getByText('One plugin was revoked.').waitFor();

    expect((await post({})).status).toBe(401);
    const guild = await visitAs(ada, '/admin/members?list=plugins');
    await guild.getByRole('region', { name: 'Paired plugins' }).getByRole('table').waitFor();
    await checkLook(guild, 'guild-devices');
  });
});
