import { expect, test } from 'vitest';
import { exampleCompetitionId } from '../domain/competition.ts';
import { HubError } from './hub-error.ts';
import { openScriptedHub, unauthorizedReply } from './testing/scripted-hub.ts';

test('writes parameters in the form that the hub reads', async () => {
  const hub = await openScriptedHub([{}, {}, {}]);
  const client = hub.client({ key: 'hub_secret' });
  await client.get('/xp', {
    accounts: ['4fK2mQ9xTz0b', '3xK09aPqLm2Z'],
    skills: ['Attack'],
    resolution: '1h',
    from: new Date(0),
    to: Date.UTC(2026, 0),
  });
  await client.get('/accounts', { names: ['Quillon Fen', 'b&c'], online: true });
  await client.get('/accounts/{id}/gains', { id: '4fK2mQ9xTz0b', from: '2026-09-14T02:00:00+02:00' });
  expect(hub.asked).toEqual([
    '/xp?accounts=4fK2mQ9xTz0b%2C3xK09aPqLm2Z&skills=Attack&resolution=1h' +
      '&from=1970-01-01T00%3A00%3A00.000Z&to=2026-01-01T00%3A00%3A00.000Z',
    '/accounts?names=Quillon+Fen%2Cb%26c&online=true',
    '/accounts/4fK2mQ9xTz0b/gains?from=2026-09-14T02%3A00%3A00%2B02%3A00',
  ]);
  expect(hub.keys).toEqual(['hub_secret', 'hub_secret', 'hub_secret']);
});

test('asks for the rows of an answer as CSV', async () => {
  const hub = await openScriptedHub([{ body: { rows: 1 } }]);
  const file = await hub.client().getCsv('/accounts/{id}/kills', { id: '4fK2mQ9xTz0b', limit: 5 });
  expect(hub.asked).toEqual(['/accounts/4fK2mQ9xTz0b/kills?limit=5&format=csv']);
  expect([file.type, await file.text()]).toEqual(['text/csv', '{"rows":1}']);
});

test.each(['..', '', 'a/b', 'a?b', 'é'])('sends no request for the invalid id %j', async (id) => {
  const hub = await openScriptedHub([]);
  await expect(hub.client().get('/accounts/{id}', { id })).rejects.toMatchObject({ code: 'not_found' });
  expect(hub.ended.aborted).toBe(false);
});

test('the id of a competition, which has hyphens, is a part of a path', async () => {
  const hub = await openScriptedHub([{}]);
  await hub.client().get('/competitions/{id}', { id: exampleCompetitionId });
  expect(hub.asked).toEqual([`/competitions/${exampleCompetitionId}`]);
});

test('a chat id is one part of a path, whatever it contains', async () => {
  const hub = await openScriptedHub([{}]);
  await hub.client().get('/members/{chat_id}', { chat_id: 'a/b?c é' });
  expect(hub.asked).toEqual(['/members/a%2Fb%3Fc%20%C3%A9']);
  const dots = hub.client().get('/members/{chat_id}', { chat_id: '..' });
  await expect(dots).rejects.toMatchObject({ code: 'not_found' });
});

test('reports the error that the hub gives', async () => {
  const details = [{ path: 'skills', message: 'unknown skill: Foo' }];
  const hub = await openScriptedHub([
    { status: 400, body: { error: { code: 'invalid_request', message: 'unknown skill: Foo', details } } },
    {
      status: 429,
      headers: { 'retry-after': '99999' },
      body: { error: { code: 'rate_limited', message: 'x' } },
    },
  ]);
  const client = hub.client();
  await expect(client.get('/me')).rejects.toMatchObject({ status: 400, details, mayPass: false });
  await expect(client.get('/me')).rejects.toMatchObject({
    status: 429,
    retryAfterMs: 300_000,
    mayPass: true,
  });
});

test('an invalid key fails once, however many parts of a page send requests at the same time', async () => {
  const hub = await openScriptedHub([unauthorizedReply]);
  const client = hub.client();
  const asked = [client.get('/me'), client.get('/accounts'), client.get('/events')];
  const answers = await Promise.allSettled(asked);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(hub.asked).toEqual(['/me']);
  expect(hub.ended.aborted).toBe(false);
});

test('an aborted request ends with the reason of its signal, and an unreachable hub gives another error', async () => {
  const hub = await openScriptedHub([{ fault: 'stall', body: { data: {} } }]);
  const reason = new Error('the page was left');
  await expect(hub.client().get('/me', {}, AbortSignal.abort(reason))).rejects.toBe(reason);
  await expect(hub.client().get('/me')).rejects.toMatchObject({ code: 'timeout', status: null });
  const failure = await hub
    .client()
    .get('/me')
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HubError);
  expect(failure).toMatchObject({ code: 'unreachable', mayPass: true });
});

test('a request that waits for the first answer can be aborted before that answer', async () => {
  const hub = await openScriptedHub([() => new Promise(() => {})]);
  const client = hub.client();
  const first = client.get('/me').catch(() => {});
  const leaving = new AbortController();
  const second = client.get('/accounts', {}, leaving.signal);
  leaving.abort(new Error('the page was left'));
  await expect(second).rejects.toThrow('the page was left');
  hub.timing.runOut();
  await first;
});
