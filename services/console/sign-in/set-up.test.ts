import { expect, test } from 'vitest';
import { directoryOf } from '../../../projections/access/testing/directory-of.ts';
import { given, quill } from '../../../projections/access/testing/membership.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { hasEverHadMembers } from '../ever-had-members.ts';
import { endFormerMemberSessions } from '../sessions/end-former-member-sessions.ts';
import { createSessions } from '../sessions/sessions.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { setUpLink } from './set-up.ts';

const secret = Buffer.alloc(32, 7);

function tokenOf(hubSecret: Buffer): string {
  return setUpLink(directoryOf(), hubSecret, 'http://hub')?.replace('http://hub/sign-in#token=', '') ?? '';
}

test('the first user of the set-up link becomes the first member and an admin; then the link is invalid', async () => {
  const { hub, get, post } = await openTestConsole({ settings: { HUB_SECRET: secret.toString('base64') } });
  const token = tokenOf(secret);
  expect((await get('sign-in')).body.has_members).toBe(false);
  expect((await post('sign-in/look', { token })).body).toEqual({
    kind: 'set_up',
    name: null,
    expires_at: null,
  });
  const input = { token, name: 'Quillon Fen', time_zone: 'Europe/Paris' };
  const zone = await post('sign-in/set-up', { ...input, time_zone: 'Mars' });
  expect([zone.status, zone.body.error.message]).toEqual([
    400,
    'time_zone: it must be an IANA time zone, like Europe/Paris or UTC',
  ]);
  expect((await post('sign-in/set-up', { ...input, token: tokenOf(Buffer.alloc(32)) })).status).toBe(403);

  const names = ['Quillon Fen', 'Bram', 'Tess'];
  const answers = await Promise.all(names.map((name) => post('sign-in/set-up', { ...input, name })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  const first = answers.find(({ status }) => status === 200);
  const [cookie] = String(first?.headers.get('set-cookie')).split(';');
  const { body } = await get('session', { cookie });
  expect(body.member).toEqual({
    ...first?.body.member,
    is_admin: true,
    time_zone: 'Europe/Paris',
    chat_id: null,
  });
  const count = await hub.database.one<{ members: number }>({
    text: 'select count(*)::integer as members from access_g1.member',
  });
  expect(count.members).toBe(1);

  expect((await post('sign-in/look', { token })).body.error.code).toBe('link_refused');
  expect((await post('sign-in/set-up', input)).body.error.code).toBe('link_refused');
});

test('a new member gets a session before the projection has them, and it works once the projection has them', async () => {
  const { hub, get, post } = await openTestConsole({ settings: { HUB_SECRET: secret.toString('base64') } });
  const blocking = await hub.database.connect();
  await blocking.query('begin');
  await blocking.query(`select from projection.checkpoint where projection = 'access' for update`);
  const input = { token: tokenOf(secret), name: 'Quillon Fen', time_zone: 'UTC' };
  const stored = await post('sign-in/set-up', input);
  expect([stored.status, stored.body.status]).toEqual([202, 'stored']);
  const [cookie] = String(stored.headers.get('set-cookie')).split(';');
  expect((await get('session', { cookie })).status).toBe(401);
  // Another console does this at its start.
  const directory = { currentOrStale: directoryOf, onChange: () => () => {} };
  const sessions = createSessions(hub.database, Date.now);
  await endFormerMemberSessions({
    sessions,
    directory,
    logger: createLogger({ name: 'test', level: 'error' }),
  })();
  await blocking.end();
  await expect.poll(async () => (await get('session', { cookie })).status).toBe(200);
  const { member } = (await get('session', { cookie })).body;
  expect(member).toMatchObject({ ...stored.body.member, is_admin: true });
  expect((await post('sign-in/set-up', input)).body.error.code).toBe('link_refused');
});

test('a hub has had members once a member was added, whatever happened to the member', () => {
  const added = given.member(quill, 'Quill');
  expect(hasEverHadMembers(directoryOf())).toBe(false);
  expect(hasEverHadMembers(directoryOf(given.eraseAccount('a1')))).toBe(false);
  for (const events of [[added], [added, given.leaving(quill)], [added, given.eraseMember(quill)]]) {
    expect(hasEverHadMembers(directoryOf(...events))).toBe(true);
    expect(setUpLink(directoryOf(...events), secret, 'http://hub')).toBeNull();
  }
});

test('the link is the same in every process of a hub, and differs with another secret', () => {
  expect(tokenOf(secret)).toMatch(/^[\w-]{43}$/);
  expect(tokenOf(secret)).toBe(tokenOf(Buffer.from(secret)));
  expect(tokenOf(Buffer.alloc(32))).not.toBe(tokenOf(secret));
});
