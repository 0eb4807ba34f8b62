import { expect, test } from 'vitest';
import { auditQuery } from './audit-filter.ts';

const everything = { actor: '', action: '', subject: '', span: 'all' } as const;

test('the request has only the filters that are set', () => {
  expect(auditQuery(everything, '', 0)).toBe('limit=100');
  const filter = { ...everything, actor: 'Bo & Co', span: 'day' } as const;
  expect(auditQuery(filter, 'id-1', Date.parse('2026-11-23T12:00:00Z'))).toBe(
    'limit=100&actor=Bo+%26+Co&since=2026-11-22T12%3A00%3A00.000Z&before=id-1',
  );
});
