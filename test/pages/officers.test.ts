import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { brokenGameEvent } from '../../projections/event-feed/testing/game-events.ts';
import { backupFolderOf } from '../../shared/backup/testing/open-backup-test.ts';
import { auditEvent } from '../../shared/log/record-in-audit.ts';
import { onceAFile } from '../support/at-end.ts';
import { sampleReport } from '../support/hub/sample-report.ts';
import { patient } from '../support/runner/patience.ts';
import { findChromium } from './launch-chromium.ts';
import { checkLook, openOfficersHub } from './officers-hub.ts';

const chromium = findChromium();
/** A job is a process with the lowest priority on its machine. */
const ofJob = { timeout: patient(180_000) };

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => openOfficersHub(chromium ?? ''));

  async function visitAs(memberId: string, path: string): Promise<Page> {
    const { cookie } = await opened().signIn(memberId);
    return opened().visit(path, { key: null, cookie });
  }

  const visit = (path: string) => visitAs(opened().ada, path);

  async function changeAccount(): Promise<Locator> {
    const page = await visit('/admin/members?list=accounts');
    await page.getByRole('button', { name: 'Change the account Quillon Fen' }).click();
    return page.getByRole('region', { name: 'Change the account Quillon Fen' });
  }

  const accountNow = async () => (await opened().json('account', 'list')).accounts[0];

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('create a competition of two teams, change its title, and end it', async () => {
    const { json, account } = opened();
    const page = await visit('/competitions');
    await page.getByRole('button', { name: 'Create a competition' }).click();
    const form = page.getByRole('form', { name: 'A new competition' });
    await form.getByLabel('Title').fill('Zulrah week');
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
    await form.getByLabel('From').fill(inDays(-2));
    await form.getByLabel('To', { exact: true }).fill(inDays(2));
    await form.getByRole('button', { name: 'Kills' }).click();
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await form.getByText('Choose the boss whose kills count.').waitFor();
    await form.getByRole('button', { name: 'Boss:' }).click();
    await form.getByLabel('Name of a boss').fill('Gaint Mole');
    await form.getByLabel('Name of a boss').press('Enter');
    await form.getByText('Nobody in the guild has a kill of').waitFor();
    await form.getByRole('button', { name: 'Boss:' }).click();
    await form.getByLabel('Name of a boss').fill('Zulrah');
    await form.getByLabel('Name of a boss').press('Enter');
    await form.getByText('Without teams, all players take part.').waitFor();
    await form.getByRole('button', { name: 'Add a team' }).click();
    await form.getByLabel('Name of team 1').fill('East');
    const teamOf = (number: number) => form.getByRole('group', { name: `Accounts of team ${number}` });
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    const box = teamOf(1).getByLabel('Quillon Fen');
    expect(await box.evaluate((it: { readonly validationMessage?: string }) => it.validationMessage)).toMatch(
      /^Choose at least one/,
    );
    const paste = (number: number, text: string) =>
      page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ${JSON.stringify(text)});
        const list = document.querySelectorAll('.team-form fieldset')[${number - 1}];
        list.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      })()`);
    await paste(1, 'quillon_fen\r\nNobody Here');
    await teamOf(1).getByText('Not chosen: Nobody Here (unknown)').waitFor();
    expect(await box.isChecked()).toBe(true);
    await form.getByRole('button', { name: 'Add a team' }).click();
    await teamOf(2).getByText('No name is left.').waitFor();
    await paste(2, 'Quillon Fen, Nobody');
    await teamOf(2).getByText('Not chosen: Quillon Fen (in East), Nobody (unknown)').waitFor();
    await form.getByRole('button', { name: 'Remove team 2' }).click();
    await checkLook(page);
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const listed = async () => (await json('competition', 'list')).competitions;
    expect(await listed()).toMatchObject([
      {
        title: 'Zulrah week',
        metric: { kind: 'kills', name: 'Zulrah' },
        teams: [{ name: 'East', accounts: [{ id: account }] }],
      },
    ]);
    await page.getByRole('button', { name: 'Change the competition Zulrah week' }).click();
    const change = page.getByRole('form', { name: 'Change a competition' });
    const [{ id: competition }] = await listed();
    await json('competition', 'change', competition, '--no-teams');
    await change.getByLabel('Title').fill('Snake week');
    await change.getByRole('button', { name: 'Save' }).click();
    await change.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'End the competition Snake week' }).click();
    await page.getByRole('heading', { name: 'End the competition \u2068Snake week\u2069' }).waitFor();
    await page.getByRole('button', { name: 'Yes, end' }).click();
    await expect.poll(listed).toMatchObject([{ title: 'Snake week', state: 'ended', teams: [] }]);
    await page.getByRole('button', { name: 'Rename the competition Snake week' }).waitFor();
    await json(
      ...['competition', 'create', '--title', 'Next week', '--metric', 'xp'],
      ...['--from', `${inDays(2)}:00Z`, '--to', `${inDays(3)}:00Z`],
    );
    await page.reload();
    await page.getByRole('link', { name: 'Next week' }).click();
    await page.getByRole('link', { name: 'All competitions' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the competition Next week' }).click();
    await page.getByRole('button', { name: 'Yes, cancel' }).click();
    await page.getByText('The competition Next week is cancelled.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/competitions');
    await expect.poll(() => page.getByRole('link', { name: 'Next week' }).count()).toBe(0);
  });

  test('block a member on an account, let the member report again, and make the member the owner', async () => {
    const form = await changeAccount();
    await form.getByLabel('Member to block').selectOption('Bram');
    await form.getByRole('button', { name: 'Block' }).click();
    const again = form.getByRole('button', { name: 'Let Bram report Quillon Fen again' });
    await again.waitFor();
    await expect.poll(() => form.getByLabel('Member to block').inputValue()).toBe('');
    expect((await accountNow()).blocked).toEqual(['Bram']);
    await again.click();
    await again.waitFor({ state: 'detached' });
    await expect.poll(() => form.getByLabel('Member to block').inputValue()).toBe('');
    await form.getByLabel('New owner').selectOption('Bram');
    await form.getByRole('button', { name: 'Make owner' }).click();
    await form.getByRole('button', { name: 'Yes, make owner' }).click();
    await form.getByLabel('New owner').locator('option', { hasText: 'Quill' }).waitFor({ state: 'attached' });
    expect(await accountNow()).toMatchObject({ blocked: [], owner: 'Bram', contributors: ['Quill'] });
  });

  test('saving a form changes only the edited fields, and keeps what another admin changed in the meantime', async () => {
    const { hub, ada, signIn, post, get } = opened();
    const sela = await hub.addMember('Sela');
    const { cookie } = await signIn(ada);
    /** Refreshes as when somebody comes back to the tab, without waiting up to 15 s. */
    const askAgain = (page: Page) => page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    const give = async (path: string, body: object) => {
      const given = await post(path, { ...body, request_id: randomUUID() }, { cookie });
      expect(given.status).toBe(200);
      return given.body;
    };
    const members = await visit('/admin/members');
    await members.getByRole('button', { name: 'Change Sela', exact: true }).click();
    const member = members.getByRole('form', { name: 'About Sela' });
    await give(`admin/members/${sela}`, { chat_id: '4000004', admin: true });
    await askAgain(members);
    await members.getByRole('row', { name: /^Sela admin/ }).waitFor();
    expect(await member.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await member.getByLabel('Time zone').fill('Europe/Oslo');
    await member.getByRole('button', { name: 'Save' }).click();
    await member.waitFor({ state: 'detached' });
    const known = (await get('admin/members', { cookie })).body.members;
    expect(known).toContainEqual(
      expect.objectContaining({
        id: sela,
        chat_id: '4000004',
        is_admin: true,
        time_zone: 'Europe/Oslo',
      }),
    );

    const fields = {
      name: 'screen',
      categories: ['stats', 'inventory'],
      account_ids: null,
      expires_at: null,
    };
    const { id: keyId } = await give('admin/keys', fields);
    const page = await visit('/admin/keys');
    await page.getByRole('button', { name: 'Change the key screen' }).click();
    await give(`admin/keys/${keyId}`, { categories: ['stats'], rate_limit_per_minute: 60 });
    await askAgain(page);
    await page.getByRole('cell', { name: '60', exact: true }).waitFor();
    await page.getByText('never, and for all accounts: give it an end').waitFor();
    const audit = page.getByTitle('By whom: see the audit log');
    expect(await audit.getAttribute('href')).toMatch(/\/admin\/audit\?subject=\w+$/);
    await page.getByLabel('Purpose').fill('wall');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change the key wall' }).waitFor();
    const { keys } = (await get('admin/keys', { cookie })).body;
    expect(keys).toContainEqual(
      expect.objectContaining({ name: 'wall', categories: ['stats'], rate_limit_per_minute: 60 }),
    );
  });

  test('decide about a member who has lost their role in Discord', async () => {
    const { hub, json } = opened();
    const tess = await hub.addMember('Tess');
    const what = {
      action: 'signed-out-by-discord',
      about: [tess],
      details: { why: 'not_in_guild' },
    } as const;
    await hub.append([auditEvent({ by: 'hub', ...what, subject: tess })]);
    const page = await visit('/admin/members');
    const listed = page.getByRole('region', { name: 'For you to decide' });
    await listed.getByRole('cell', { name: 'not in the guild at Discord any more' }).waitFor();
    await listed.getByRole('button', { name: 'Mark Tess as left' }).click();
    await checkLook(page);
    await listed.getByRole('button', { name: 'Yes, mark as left' }).click();
    await listed.waitFor({ state: 'detached' });
    expect((await json('member', 'list')).members).toContainEqual(
      expect.objectContaining({ name: 'Tess', status: 'left' }),
    );
  });

  test('accept lower xp into the history at once, and see the accepted xp', async () => {
    const { hub, token, account } = opened();
    const report = await sampleReport('ha-snapshot');
    const lower = JSON.stringify(report).replace(/("Attack":\{[^}]*"xp":)\d+/, '$11000');
    expect((await hub.report(token, lower)).status).toBe(200);
    const form = await changeAccount();
    await form.getByRole('button', { name: 'Accept it now' }).click();
    await form.getByText(/^Accepted: Attack from [\d,]+ to 1,000\.$/).waitFor();
    const { body } = await hub.get(`/accounts/${account}/xp?skills=Attack`, { key: await hub.makeKey() });
    expect(body.data.series[0].points.at(-1)[1]).toBe(1_000);
    await form.getByRole('button', { name: 'Accept it now' }).click();
    await form.getByText(/No lower xp of .* waits for confirmation/).waitFor();
  });

  test('open a parked record, try it again, and drop it; the account’s owner sees that the record was viewed', async () => {
    const { hub, account, bram, json } = opened();
    await json('account', 'transfer', account, 'Bram');
    await hub.append([brokenGameEvent(account)]);
    await expect.poll(async () => (await json('parked', 'list')).parked.length).toBe(1);
    const page = await visit('/admin/hub?view=internals');
    const parked = page.getByRole('region', { name: 'Records that could not be processed' });
    await parked.getByRole('cell', { name: 'Quillon Fen' }).waitFor();
    await parked.getByRole('button', { name: 'Show the failed record' }).click();
    await parked.getByRole('button', { name: 'See it' }).click();
    await parked.getByText('{\\"no json').waitFor();
    await checkLook(page);
    const own = await visitAs(bram, '/me');
    await own
      .getByText('A record of an account of yours, which the hub could not process, was viewed')
      .waitFor();
    await parked.getByRole('button', { name: 'again' }).click();
    await parked.getByText(/Event-feed still cannot fold the record/).waitFor();
    await parked.getByRole('button', { name: 'Leave out the failed record' }).click();
    await parked.getByRole('button', { name: 'Yes, leave out' }).click();
    await parked.getByText('Every record was processed.').waitFor();
    await page.getByText(/^Release \d+\.\d+\.\d+, commit ([0-9a-f]{12}|unknown)$/).waitFor();
    expect((await json('parked', 'list')).parked).toEqual([]);
  });

  test('back up, and try the backup', { timeout: patient(360_000) }, async () => {
    const page = await visit('/admin/hub?view=internals');
    const backups = page.getByRole('region', { name: 'Backups' });
    await backups.getByRole('button', { name: 'Back up now' }).click();
    await backups.getByText(/^Backup, .*: done/).waitFor(ofJob);
    await backups.getByRole('button', { name: 'Try' }).click();
    await backups.getByRole('button', { name: 'Yes, try it' }).click();
    await backups.getByText(/^Trial of .*: done/).waitFor(ofJob);
    const [made] = (await opened().json('backup', 'list')).backups;
    expect(made).toMatchObject({ kind: 'manual', problem: null, verified_at: expect.any(String) });
    await backups.locator(`time[datetime="${made.verified_at}"]`).waitFor();
    const folder = backupFolderOf(opened().hub.environment);
    const taken_at = '2026-01-02T03:04:05.678Z';
    await folder.addBackup({
      ...(await folder.readBackup(made.file)),
      taken_at,
      secret_fingerprint: 'another',
    });
    await page.reload();
    const others = backups.getByRole('row').filter({ hasText: 'of another hub' });
    await expect.poll(() => others.getByRole('button', { name: 'Try' }).isDisabled()).toBe(true);
    await expect.poll(() => backups.getByRole('row').getByRole('button', { name: 'Try' }).count()).toBe(2);
  });

  test('read in one sentence whether the hub is well, and look at its internals only on request', async () => {
    const { hub, token } = opened();
    expect((await hub.report(token, await sampleReport('ha-snapshot'))).status).toBe(200);
    const page = await visit('/admin/hub');
    await page
      .getByRole('region', { name: 'Health' })
      .getByText(/^(No fault is known, but the hub was not examined yet|The hub needs attention: )/)
      .waitFor();
    await page.getByRole('figure', { name: 'Reports by hour of the last week' }).waitFor();
    await page
      .getByText(/^[1-9]\d* reports? in the last week, \d+ refused\. The last hour is not over\.$/)
      .waitFor();
    const tables = page.getByRole('region', { name: 'Read tables' });
    expect(await tables.count()).toBe(0);
    await checkLook(page);
    await page.locator('summary', { hasText: 'Internals' }).click();
    await tables
      .getByRole('row', { name: /^Trails location-trail (up to date|\d+ events? behind)/ })
      .waitFor();
    await page.reload();
    await tables.getByText('location-trail').waitFor();
    await page.getByRole('button', { name: 'Examine now' }).click();
    const doctor = page.getByRole('region', { name: 'Health' });
    await doctor.getByText(/^\d+ checks passed$/).waitFor(ofJob);
    await expect.poll(() => page.getByText('not examined yet').count()).toBe(0);
    await checkLook(page);
  });

  test('see the progress of a rebuild, also after a reload', async () => {
    const { hub, ada } = opened();
    const progress = { phase: 'reading', names: ['event-feed'], events: 1_234_567, share: 0.42 };
    await hub.database.run({
      text: `insert into console.job (id, kind, subject, member_id, state, progress, updated_at)
             values (gen_random_uuid(), 'rebuild', 'event-feed', $1, 'running', $2, clock_timestamp() + interval '1 hour')`,
      values: [ada, JSON.stringify({ ...progress, events_per_second: 51_234, seconds_left: 120 })],
    });
    const page = await visit('/admin/hub?view=internals');
    const panel = page.getByRole('region', { name: 'Read tables' });
    for (const _ of ['first', 'reloaded']) {
      await panel.getByText('42 %, 1,234,567 events, 51,234 a second, 2 min left').waitFor();
      await expect
        .poll(() => panel.getByRole('button', { name: 'Rebuild event-feed' }).isDisabled())
        .toBe(true);
      await expect.poll(() => panel.getByRole('button', { name: 'Rebuild all' }).isDisabled()).toBe(true);
      await page.reload();
    }
    await hub.database.run({ text: `update console.job set state = 'done' where subject = 'event-feed'` });
    await panel.getByText(/^Rebuild of event-feed, .*: done/).waitFor();
  });

  test('rebuild, verify, promote and roll back; see differences without rows, and promote despite the differences', {
    timeout: patient(360_000),
  }, async () => {
    const { hub, json } = opened();
    const page = await visit('/admin/hub?view=internals');
    const panel = page.getByRole('region', { name: 'Read tables' });
    const row = panel.getByRole('row').filter({ hasText: 'wealth-days' });
    const press = async (name: string, yes?: string) => {
      await row.getByRole('button', { name }).click();
      if (yes !== undefined) await row.getByRole('button', { name: yes }).click();
    };
    const states = async () =>
      (await json('projections', 'list')).projections.flatMap(
        ({ name, generation, state }: Readonly<Record<string, unknown>>) =>
          name === 'wealth-days' ? [`${generation} ${state}`] : [],
      );
    await press('Rebuild');
    const form = panel.getByRole('form', { name: 'Rebuild wealth-days' });
    await form.getByLabel('At most this many events a second').check();
    await form.getByLabel('Events a second', { exact: true }).fill('4000');
    await checkLook(page);
    await form.getByRole('button', { name: 'Rebuild wealth-days' }).click();
    await panel.getByText('Rebuild of wealth-days, at most 4,000 events a second').waitFor();
    await page.reload();
    await row.getByText('copy 2 is ready for use').waitFor(ofJob);
    await press('Compare');
    // A table has a row for each account and day, and a new day may begin during the tests.
    await panel.getByText(/Equal: copy 1 has ([2-4]) rows, copy 2 \1 rows\./).waitFor(ofJob);
    await press('Use the new');
    await page.keyboard.press('Enter');
    await row.getByText('copy 1, in use before').waitFor();
    expect(await states()).toEqual(['1 ready', '2 live']);
    await press('Go back', 'Yes, go back');
    await row.getByText('copy 2 is ready for use').waitFor();

    await hub.database.run({ text: 'update wealth_days_g1.day set max_value = 4711' });
    await press('Compare');
    await panel.getByText('Not equal: copy 1').waitFor(ofJob);
    await panel.getByText('day: 1 row differs, in max_value').waitFor();
    expect(await panel.textContent()).not.toContain('4711');
    await checkLook(page);
    await press('Use the new', 'Yes, use the new');
    await row.getByRole('button', { name: 'Use it anyway' }).click();
    await row.getByText('copy 1, in use before').waitFor();
    await press('Go back', 'Yes, go back');
    await row.getByText('copy 2 is ready for use').waitFor();
    expect(await states()).toEqual(['1 live', '2 ready']);
    await press('Delete the new', 'Yes, delete the new');
    await row.getByText('copy 2 is ready for use').waitFor({ state: 'detached' });
    expect(await states()).toEqual(['1 live', '2 retired']);
  });

  test('rebuild all projections from one reading at full speed, and promote the equal projections', {
    timeout: patient(360_000),
  }, async () => {
    const { json } = opened();
    // An earlier test damaged the live generation.
    await json('projections', 'rebuild', 'wealth-days', '--full-speed');
    await json('projections', 'promote', 'wealth-days', '--force');
    const page = await visit('/admin/hub?view=internals');
    const panel = page.getByRole('region', { name: 'Read tables' });
    await panel.getByRole('button', { name: 'Rebuild all' }).click();
    const form = panel.getByRole('form', { name: 'Rebuild all tables' });
    await form.getByLabel('At full speed').check();
    await form.getByLabel('Then compare the copies').check();
    await form.getByRole('button', { name: 'Rebuild all tables' }).click();
    await panel
      .getByText(/^Rebuild of all tables, at full speed, then put into use, [^:]*: done/)
      .waitFor({ timeout: patient(300_000) });
    const { projections } = await json('projections', 'list');
    const live = projections.filter(({ state }: Readonly<Record<string, unknown>>) => state === 'live');
    expect(live.length).toBeGreaterThan(5);
    expect(live.map(({ generation }: { generation: number }) => generation > 1)).toEqual(
      live.map(() => true),
    );
  });

  test('see which plugins report, and which items the hub left out', async () => {
    const { hub, token } = opened();
    const sent = { ...(await sampleReport('ha-snapshot')), events: [{ type: 7 }, { type: 8 }] };
    expect((await hub.report(token, sent)).status).toBe(200);
    const page = await visit('/admin/hub?view=internals');
    const panel = page.getByRole('region', { name: 'Incoming reports' });
    await panel.getByRole('table', { name: 'Plugins' }).getByText('1.6.0').waitFor();
    const reason = 'does not follow the protocol of the plugin';
    await panel.getByRole('row', { name: `event ${reason} 2`, exact: true }).waitFor();
    await checkLook(page);
  });

  test('tell all plugins to disconnect for good, and undo this decision', async () => {
    const { hub, token, json } = opened();
    const page = await visit('/admin/settings');
    const fold = page.getByText('Decommission', { exact: true }).first();
    await fold.click();
    const end = page.locator('.panel').filter({ hasText: /^Decommission/ });
    const button = end.getByRole('button', { name: 'Decommission' });
    await expect.poll(() => button.isDisabled()).toBe(true);
    await end.getByLabel('Type decommission to continue').fill('decommission');
    await button.click();
    await end.getByText('Decommissioned since').waitFor();
    expect((await hub.report(token, await sampleReport('ha-snapshot'))).status).toBe(410);
    expect((await json('decommission', 'status')).decommissioned).toBe(true);
    await end.getByRole('button', { name: 'Take it back' }).click();
    await end.getByRole('button', { name: 'Yes, take it back' }).click();
    await fold.click();
    await button.waitFor();
    expect((await hub.report(token, await sampleReport('ha-snapshot'))).status).toBe(200);
  });
});
