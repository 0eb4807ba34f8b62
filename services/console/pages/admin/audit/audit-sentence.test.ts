import { expect, test } from 'vitest';
import { auditedTypes } from '../../../../../projections/audit-log/membership-entries.ts';
import { auditActions } from '../../../../../shared/log/record-in-audit.ts';
import type { AuditEntryData } from '../../console-api/answers.ts';
import { auditSentence, describedActions } from './audit-sentence.ts';
import { sentenceText } from './phrase.ts';

const quill = '7f9c2ba4-e88f-427d-9f2c-0a1b2c3d4e5f';
const account = 'aB3xYz91kQw1';
const device = '0d9c2ba4-e88f-427d-9f2c-0a1b2c3d4e5f';
const race = '2d9c2ba4-e88f-427d-9f2c-0a1b2c3d4e5f';
const names = {
  [quill]: 'Quill',
  [account]: 'Quillon Fen',
  [device]: 'Attic PC',
  [race]: 'Slayer week',
};

function sentence(entry: Partial<AuditEntryData>): string {
  const subject = entry.subject ?? null;
  const plain = { id: 'e-1', at: '2026-11-27T12:00:00Z', actor: 'member:Ada', action: 'member-added' };
  return sentenceText(auditSentence({ ...plain, subject, subject_name: null, details: {}, ...entry }, names));
}

test('every action of the log has a sentence', () => {
  expect(describedActions.toSorted()).toEqual([...auditedTypes, ...auditActions].toSorted());
});

const paired = { actor: `device:${device}`, details: { plugin: 'ha', member: quill } };
const shared = { category: 'location_live', audience: 'selected', with: [quill] };
const promoted = { actor: 'cli:root', details: { from: 1, to: 2 } };
const changed = ['time_zone', 'default_sharing'];
const moved = { changed: ['time_zone', 'name'], time_zone: 'Europe/Oslo' };
const of = (details: AuditEntryData['details']) => ({ details });
const erased = { subject_name: 'erased' };

test.each<[string, string | null, Partial<AuditEntryData>, string]>([
  ['member-added', quill, {}, 'Ada added the member Quill.'],
  ['member-changed', quill, of({ changed }), 'Ada changed the time zone, sharing of new accounts of Quill.'],
  ['member-changed', quill, of(moved), 'Ada changed the time zone (now Europe/Oslo), name of Quill.'],
  [
    'key-changed',
    device,
    of({ changed: ['rate_limit_per_minute'], rate_limit_per_minute: 60 }),
    'Ada changed the requests a minute (now 60) of the key Attic PC.',
  ],
  ['competition-ended', race, {}, 'Ada ended the competition Slayer week before its time.'],
  ['payloads-listed', null, of({ count: 1 }), 'Ada listed 1 received report of every account.'],
  ['payloads-listed', account, of({ count: 100 }), 'Ada listed 100 received reports of Quillon Fen.'],
  [
    'member-added',
    quill,
    of({ refused: 'name_taken' }),
    'Ada asked to add the member Quill. The hub refused: name taken.',
  ],
  ['device-paired', device, paired, 'The plugin Attic PC paired the plugin Attic PC of Quill.'],
  ['device-paired', device, { ...paired, actor: 'member:Quill' }, 'Quill paired the plugin Attic PC.'],
  ['sharing-changed', account, of(shared), 'Ada shared live location of Quillon Fen with Quill.'],
  [
    'sharing-changed',
    account,
    of({ category: 'stats', audience: 'private', with: [] }),
    'Ada kept stats of Quillon Fen for the owner alone.',
  ],
  [
    'account-transferred',
    account,
    of({ member: null }),
    'Ada left the account Quillon Fen without an owner.',
  ],
  [
    'projection-promoted',
    'event-feed',
    promoted,
    'root on the command line put copy 2 of the tables event-feed into use.',
  ],
  [
    'projection-rebuilt',
    'event-feed',
    { actor: 'hub', details: { version: 3 } },
    'The hub itself built a copy of the tables event-feed from the log.',
  ],
  [
    'backup-made',
    '2026-11-27.json',
    { actor: 'hub', details: { records: 3 } },
    'The hub itself took the backup 2026-11-27.json.',
  ],
  [
    'sign-in-failed',
    null,
    { actor: 'hub', details: { how: 'discord' } },
    'Somebody failed to sign in with Discord.',
  ],
  ['member-erased', quill, erased, 'Ada erased a member.'],
  ['account-erased', account, erased, 'Ada erased an account.'],
  ['member-added', quill, erased, 'Ada added the member (since erased).'],
  [
    'member-erased',
    quill,
    { ...erased, details: { accounts_erased: 2 } },
    'Ada erased a member with 2 accounts.',
  ],
  ['account-erased', 'aB3xYz91kQw9', {}, 'Ada erased the account without a name (…kQw9).'],
  ['of-a-later-release', quill, {}, 'Ada: Of a later release, about Quill.'],
])('%s of %s with %j reads: %s', (action, subject, more, text) => {
  expect(sentence({ action, subject, ...more })).toBe(text);
});

test('no sentence has a bare id', () => {
  for (const action of describedActions) {
    const known = { member: quill, changed: ['name'], with: [quill], category: 'stats', kind: 'items' };
    const details = { ...known, generation: 2, to: 2, count: 3, how: 'link', skills: ['Mining 9 to 8'] };
    for (const subject of [quill, account, '1d9c2ba4-e88f-427d-9f2c-0a1b2c3d4e5f', null]) {
      const text = sentence({ action, subject, details });
      expect(text, action).not.toMatch(/[0-9a-f]{8}-|aB3xYz91kQw1|undefined|\s{2}/);
      expect(text, action).toMatch(/^[A-Z].*\.$/);
    }
  }
});
