import { expect, test } from 'vitest';
import { HubError } from '../../../../shared/client/hub-error.ts';
import { createSessionKeeper } from './session-keeper.ts';

const session = {
  member: { id: 'm', name: 'Merrin', is_admin: false, time_zone: 'UTC', chat_id: null },
  has_accounts: true,
  key: 'hub_a_b',
  expires_at: '2026-12-23T00:00:00.000Z',
  private: true,
};
const signedOut = new HubError('not_signed_in', 'nobody is signed in', { status: 401 });
const away = new HubError('unreachable', 'the hub cannot be reached');

function keeperOf(...answers: readonly (typeof session | HubError)[]) {
  const left = [...answers];
  return createSessionKeeper(async () => {
    const next = left.shift();
    if (next === undefined || next instanceof HubError) throw next;
    return next;
  });
}

test('a tab learns who is signed in, and later that the session has ended', async () => {
  const keeper = keeperOf(session, signedOut);
  expect(await keeper.ask()).toEqual({ state: 'member', session });
  expect(await keeper.ask()).toEqual({ state: 'nobody', hasEnded: true });
});

test('a tab that had no session does not report an ended session', async () => {
  expect(await keeperOf(signedOut).ask()).toEqual({ state: 'nobody', hasEnded: false });
  expect(await keeperOf(new HubError('not_found', 'Not found.', { status: 404 })).ask()).toEqual({
    state: 'nobody',
    hasEnded: false,
  });
});

test('a signed-in member stays signed in while the hub is away', async () => {
  const keeper = keeperOf(away, session, away);
  expect((await keeper.ask()).state).toBe('away');
  expect((await keeper.ask()).state).toBe('member');
  expect((await keeper.ask()).state).toBe('member');
});
