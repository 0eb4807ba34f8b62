import { describe, expect, test } from 'vitest';
import { describeContact, type StoredContact } from './describe-contact.ts';

const at = Date.UTC(2026, 10, 27, 12);
const plugin = {
  title: 'Rambler',
  messageKinds: [
    { kind: 'walk', title: 'Walk' },
    { kind: 'run', title: 'Run' },
  ],
  afterRevoking: 'Rambler keeps the address.',
  firstReport: 'walk a mile',
  isPasted: true,
};
const device: Parameters<typeof describeContact>[0] = { lastSeenAt: null, pairedAt: at, revoked: false };
const heard: StoredContact = {
  version: '1.2',
  at,
  used_at: at - 1_000,
  unused: 0,
  accounts: 0,
  refused_at: null,
  refusal: null,
  messages: [],
};
const warning = (
  stored: Partial<StoredContact>,
  known: Partial<Parameters<typeof describeContact>[0]> = {},
) => describeContact({ ...device, ...known }, { ...heard, ...stored }, plugin).warning;

test('a device shows its version, when it was last heard, refused and used, and the reason of the refusal', () => {
  const refused = { refused_at: at - 5_000, refusal: 'rate_limited' };
  expect(describeContact(device, { ...heard, ...refused }, plugin)).toEqual({
    last_heard_at: '2026-11-27T12:00:00.000Z',
    last_used_at: '2026-11-27T11:59:59.000Z',
    version: '1.2',
    last_refused_at: '2026-11-27T11:59:55.000Z',
    last_refusal: 'it sent too much at once',
    messages: [
      { kind: 'walk', title: 'Walk', count: 0, last_at: null },
      { kind: 'run', title: 'Run', count: 0, last_at: null },
    ],
    warning: null,
    expires_at: null,
    after_revoking: 'Rambler keeps the address.',
  });
});

test('a device that was not heard lately shows its last report', () => {
  const {
    last_heard_at,
    version,
    warning: wrong,
  } = describeContact({ ...device, lastSeenAt: at }, undefined, plugin);
  expect([last_heard_at, version, wrong]).toEqual(['2026-11-27T12:00:00.000Z', null, null]);
});

test('settings that no plugin used expire after 30 days, and used or revoked settings do not', () => {
  const expiry = (known: Partial<typeof device>, stored?: StoredContact, isPasted = true) =>
    describeContact({ ...device, ...known }, stored, { ...plugin, isPasted }).expires_at;
  expect(expiry({})).toBe('2026-12-27T12:00:00.000Z');
  expect([
    expiry({ lastSeenAt: at }),
    expiry({ revoked: true }),
    expiry({}, heard),
    expiry({}, undefined, false),
  ]).toEqual([null, null, null, null]);
});

test('messages are listed by the kinds of the plugin, and other messages come last', () => {
  const messages = [
    { kind: 'run', messages: 7, at },
    { kind: 'other', messages: 2, at: at - 2_000 },
    { kind: 'of an earlier release', messages: 1, at: at - 1_000 },
  ];
  const listed = describeContact(device, { ...heard, messages }, plugin).messages;
  expect(listed.map(({ title, count, last_at }) => [title, count, last_at])).toEqual([
    ['Walk', 0, null],
    ['Run', 7, '2026-11-27T12:00:00.000Z'],
    ['Other messages', 3, '2026-11-27T11:59:59.000Z'],
  ]);
});

describe('a device has a warning', () => {
  test.each<[string, Partial<StoredContact>, string | null]>([
    ['not while its messages are used', {}, null],
    [
      'before its first message',
      { used_at: null },
      'The hub hears Rambler, but no message came yet. Walk a mile.',
    ],
    [
      'when no message could be used',
      { used_at: null, unused: 1 },
      'could not use any message. Its messages name no player',
    ],
    [
      'when its messages are refused, with the reason',
      { used_at: null, unused: 2, refusal: 'malformed', refused_at: at },
      'could not use any message. A message was damaged',
    ],
    [
      'with another reason than an old refusal',
      { used_at: null, unused: 2, refusal: 'malformed', refused_at: at - 1 },
      'Its messages name no player',
    ],
    ['not for a few unused messages after used messages', { unused: 19 }, null],
    ['not for three accounts', { accounts: 3 }, null],
    ['for a token that a group shares', { accounts: 4 }, 'reports 4 accounts'],
    ['for many unused messages after used messages', { unused: 20 }, 'the last 20 messages of Rambler'],
  ])('%s', (_, stored, expected) => {
    const found = warning(stored);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toContain(expected);
  });

  test('when it was revoked and still sends', () => {
    const refusal = { refusal: 'unknown_device', refused_at: at };
    expect(warning(refusal, { revoked: true })).toBe(
      'It was revoked and still sends. Rambler keeps the address.',
    );
    expect(warning({}, { revoked: true })).toBeNull();
  });

  test('not for an unusable message when the device reported before', () => {
    expect(warning({ used_at: null, unused: 1 }, { lastSeenAt: 1 })).toBeNull();
  });
});
