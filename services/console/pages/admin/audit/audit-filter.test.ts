import { expect, test } from 'vitest';
import { auditedTypes } from '../../../../../projections/audit-log/membership-entries.ts';
import { auditActions } from '../../../../../shared/log/record-in-audit.ts';
import { auditKinds, auditQuery, parseAuditKinds } from './audit-filter.ts';

const everything = { actor: '', kinds: [], subject: '', span: 'all', until: '' } as const;

test('the request has only the filters that are set', () => {
  expect(auditQuery(everything, '', 0)).toBe('limit=100');
  const filter = { ...everything, actor: 'Bo & Co', kinds: ['keys', 'members'], span: 'day' } as const;
  expect(auditQuery(filter, 'id-1', Date.parse('2026-11-23T12:00:00Z'))).toBe(
    'limit=100&actor=Bo+%26+Co&action=key%2Cmember%2Cadmin&since=2026-11-22T12%3A00%3A00.000Z&before=id-1',
  );
  expect(auditQuery({ ...everything, span: 'week', until: '2026-11-15T00:00:00.000Z' }, '', 0)).toBe(
    'limit=100&since=2026-11-08T00%3A00%3A00.000Z&until=2026-11-15T00%3A00%3A00.000Z',
  );
});

test('kinds in an address keep their order, and unknown kinds are left out', () => {
  expect(parseAuditKinds('plugins,toString,members,')).toEqual(['plugins', 'members']);
});

test('every action of the log belongs to one kind', () => {
  const words = new Set<string>(Object.values(auditKinds).flat());
  const kinds = Object.values(auditKinds).map((each) => new Set<string>(each));
  for (const action of [...auditedTypes, ...auditActions]) {
    const own = action.split('-').filter((word) => words.has(word));
    const found = kinds.filter((kind) => own.some((word) => kind.has(word)));
    expect(found.length, action).toBe(1);
  }
});
