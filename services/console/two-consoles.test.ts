import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { onceAFile } from '../../test/support/at-end.ts';
import { campaign, sampleOf } from '../../test/support/campaign.ts';
import { inTime } from '../../test/support/deadline.ts';
import { runJson } from '../../test/support/hub/command-line.ts';
import { createHubClient } from '../../test/support/hub/hub-client.ts';
import { serviceSettings, startService } from '../../test/support/hub/services.ts';
import { everyLog, type HubLog } from '../../test/support/kafka/hub.ts';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { patient } from '../../test/support/runner/patience.ts';
import { createSessions } from './sessions/sessions.ts';
import { createSignInLinkStore } from './sign-in/sign-in-links.ts';

const found = (await everyLog('Two consoles of one hub')).filter(({ missing }) => !missing);
const logs = sampleOf(found);
const { runs: linksUsedAtOnce, label } = campaign(40);
const endedWithinMs = 250;
const checkEveryMs = 10;

async function openConsoles(log: HubLog) {
  const kafka = log.settings();
  const { url, database } = await freshDatabase(kafka.KAFKA_BROKERS === undefined ? 'projections' : 'empty');
  const settings = { ...(await serviceSettings()), DATABASE_URL: url, ...kafka };
  await startService('projector', settings);
  const left = await startService('console', settings);
  const right = await startService('console', settings);
  const query = createHubClient(await startService('query', settings));
  const [sessions, links] = [createSessions(database, Date.now), createSignInLinkStore(database, Date.now)];

  async function ask(at: string, path: string, cookie: string | null, fields?: object) {
    const headers = {
      origin: at,
      'content-type': 'application/json',
      ...(cookie !== null && { cookie }),
    };
    const sent = fields === undefined ? {} : { method: 'POST', body: JSON.stringify(fields) };
    const answer = await fetch(`${at}/console/api/${path}`, { headers, ...sent });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers
    return { status: answer.status, body: (await answer.json()) as any };
  }

  async function openMember() {
    const name = `Member ${randomInt(1e9)}`;
    const { id } = await runJson(settings, ['member', 'add', name]);
    const cookie = `hub_session=${(await sessions.begin(id)).token}`;
    const { body } = await ask(left, 'session', cookie);
    expect((await query.get('/me', { key: body.key })).status).toBe(200);
    return { id: id as string, name, cookie, key: body.key as string };
  }

  const zoneOf = async (cookie: string) => (await ask(right, 'me', cookie)).body.member.time_zone;
  async function msUntilRefused(cookie: string, key: string): Promise<number> {
    const from = performance.now();
    for (;;) {
      const answers = await Promise.all([ask(right, 'session', cookie), query.get('/me', { key })]);
      const tookMs = performance.now() - from;
      if (answers.every(({ status }) => status === 401) || tookMs > 5_000) return tookMs;
      await pause(checkEveryMs);
    }
  }
  return { left, right, database, settings, query, links, ask, openMember, zoneOf, msUntilRefused };
}

describe.each(logs)('on $log', (log) => {
  describe.skipIf(log.leftOut)('two consoles', () => {
    const hub = onceAFile(() => openConsoles(log));

    test('report the outcome of each other’s commands, and do not carry them out again', async () => {
      const { left, right, database, ask, openMember, zoneOf } = hub();
      const { cookie } = await openMember();
      const id = randomUUID();
      const blocking = await database.connect();
      await blocking.query('begin');
      await blocking.query(`select from projection.checkpoint where projection = 'access' for update`);
      const given = ask(left, 'me/settings', cookie, { request_id: id, time_zone: 'Europe/Paris' });
      const outcome = async () => (await ask(right, `commands/${id}`, cookie)).body;
      await expect.poll(async () => (await outcome()).message).toContain('1 event behind');
      const again = () => ask(right, 'me/settings', cookie, { request_id: id, time_zone: 'Asia/Tokyo' });
      const refused = { status: 409, body: { error: { code: 'already_given' } } };
      expect(await again()).toMatchObject(refused);
      await blocking.end();

      expect(await given).toMatchObject({ status: 200, body: { time_zone: 'Europe/Paris' } });
      await expect.poll(outcome).toEqual({ state: 'granted', message: null });
      expect(await again()).toMatchObject(refused);
      expect(await zoneOf(cookie)).toBe('Europe/Paris');
    });

    test('carry out a command once when it arrives at both at the same time', async () => {
      const { left, right, ask, openMember, zoneOf } = hub();
      const { cookie } = await openMember();
      const request_id = randomUUID();
      const zones = ['Europe/Paris', 'Asia/Tokyo'];
      const answers = await Promise.all(
        [left, right].map((at, index) =>
          ask(at, 'me/settings', cookie, { request_id, time_zone: zones[index] }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const carriedOut = zones[answers.findIndex(({ status }) => status === 200)];
      expect(await zoneOf(cookie)).toBe(carriedOut);
    });

    test(`accept a sign-in link once when both receive it at the same time (${label})`, async () => {
      const { left, right, database, links, ask, openMember } = hub();
      const { id } = await openMember();
      const statuses: number[][] = [];
      for (let used = 0; used < linksUsedAtOnce; used += 1) {
        const { token } = await links.create(id, 'cli:ann');
        const answers = await Promise.all(
          [left, right].map((at) => ask(at, 'sign-in/link', null, { token })),
        );
        statuses.push(answers.map(({ status }) => status).sort());
        // Failures count against the address, and ten are too many.
        await database.run({ text: 'delete from console.failed_sign_in' });
      }
      expect(statuses).toEqual(statuses.map(() => [200, 403]));
      const rows = () =>
        database.many<{ signedIn: number }>({
          text: `select count(*)::integer as "signedIn" from audit_log_g1.entry
                 where action = 'signed-in' and $1 = any(about)`,
          values: [id],
        });
      await expect.poll(rows).toEqual([{ signedIn: linksUsedAtOnce }]);
    });

    test('end a session within 250 ms after the other ends it, by hand or because its member leaves', {
      tags: ['deadline'],
    }, async () => {
      const { left, settings, ask, openMember, msUntilRefused } = hub();
      const out = await openMember();
      expect(await ask(left, 'sign-out', out.cookie, {})).toMatchObject({ status: 200 });
      expect(await msUntilRefused(out.cookie, out.key), inTime).toBeLessThan(patient(endedWithinMs));

      const [leaver, admin] = [await openMember(), await openMember()];
      await runJson(settings, ['member', 'set', admin.name, '--admin']);
      // The console's own copy of the members follows a moment after the command.
      await expect
        .poll(async () => (await ask(left, 'session', admin.cookie)).body.member.is_admin)
        .toBe(true);
      const leave = { request_id: randomUUID() };
      expect(await ask(left, `admin/members/${leaver.id}/leave`, admin.cookie, leave)).toMatchObject({
        status: 200,
      });
      expect(await msUntilRefused(leaver.cookie, leaver.key), inTime).toBeLessThan(patient(endedWithinMs));
    });
  });
});
