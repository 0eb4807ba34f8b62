import { expect, test } from 'vitest';
import { auditedTypes } from '../../../../../projections/audit-log/membership-entries.ts';
import { auditActions } from '../../../../../shared/log/record-in-audit.ts';
import type { AuditEntryData } from '../../console-api/answers.ts';
import { auditSentence, describedActions } from './audit-sentence.ts';

const [quill, account, device] = [
  '7f9c2ba4-e88f-427d-9f2c-0a1b2c3d4e5f',
  'aB3xYz91kQw1',
  '0d9c2ba4-e88f-427d-9f2c-0a1b2c3d4e5f',
];
const names = { [quill]: 'Quill', [account]: 'Quillon Fen', [device]: 'Attic PC' };

function sentence(entry: Partial<AuditEntryData>): string {
  const subject = entry.subject ?? null;
  const parts = auditSentence(
    {
      id: 'e-1',
      at: '2026-11-27T12:00:00Z',
      actor: 'member:Ada',
      action: 'member-added',
      subject,
      subject_name: null,
      details: {},
      ...entry,
    },
    names,
  );
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

test('every action of the log has a sentence', () => {
  expect(describedActions.toSorted()).toEqual([...auditedTypes, ...auditActions].toSorted());
});

test.each([
  [{ action: 'member-added', subject: quill }, 'Ada added the member Quill.'],
  [
    { action: 'member-changed', subject: quill, details: { changed: ['time_zone', 'default_sharing'] } },
    'Ada changed the time zone, sharing of new accounts of Quill.',
  ],
  [
    { action: 'member-added', subject: quill, details: { refused: 'name_taken' } },
    'Ada asked to add the member Quill. The hub refused: name taken.',
  ],
  [
    {
      action: 'device-paired',
      actor: `device:${device}`,
      subject: device,
      details: { plugin: 'ha', member: quill },
    },
    'The plugin Attic PC paired the plugin Attic PC of Quill.',
  ],
  [
    {
      action: 'sharing-changed',
      subject: account,
      details: { category: 'location_live', audience: 'selected', with: [quill] },
    },
    'Ada shared live location of Quillon Fen with Quill.',
  ],
  [
    {
      action: 'sharing-changed',
      subject: account,
      details: { category: 'stats', audience: 'private', with: [] },
    },
    'Ada kept stats of Quillon Fen for the owner alone.',
  ],
  [
    { action: 'account-transferred', subject: account, details: { member: null } },
    'Ada left the account Quillon Fen without an owner.',
  ],
  [
    { action: 'projection-promoted', actor: 'cli:root', subject: 'event-feed', details: { from: 1, to: 2 } },
    'root on the command line put copy 2 of the tables event-feed into use.',
  ],
  [
    { action: 'backup-made', actor: 'hub', subject: '2026-11-27.json', details: { records: 3 } },
    'The hub itself took the backup 2026-11-27.json.',
  ],
  [
    { action: 'sign-in-failed', actor: 'hub', details: { how: 'discord' } },
    'Somebody failed to sign in with Discord.',
  ],
  [{ action: 'member-erased', subject: quill, subject_name: 'erased' }, 'Ada erased the member (erased).'],
  [
    { action: 'member-erased', subject: quill, subject_name: 'erased', details: { accounts_erased: 2 } },
    'Ada erased the member (erased) with 2 accounts.',
  ],
  [{ action: 'account-erased', subject: 'aB3xYz91kQw9' }, 'Ada erased the account without a name (…kQw9).'],
  [{ action: 'of-a-later-release', subject: quill }, 'Ada: Of a later release, about Quill.'],
])('%j reads: %s', (entry, text) => {
  expect(sentence(entry as Partial<AuditEntryData>)).toBe(text);
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
