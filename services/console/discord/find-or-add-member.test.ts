import { expect, test } from 'vitest';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import type { AdmittingHub } from '../../operations/members/admit-member.ts';
import { findFreeName, findOrAddMember } from './find-or-add-member.ts';

function directoryOf(...names: string[]): Directory {
  const members = new Map(names.map((name) => [name, { active: true, name }]));
  return { members, erased: new Set() } as unknown as Directory;
}

test('a long name is cut between characters, also when a number follows it', () => {
  const name = `a${'😀'.repeat(15)}`;
  const free = [findFreeName(directoryOf(), name), findFreeName(directoryOf(name), name)];
  expect(free).toEqual([name, `a${'😀'.repeat(13)} (2)`]);
  expect(findFreeName(directoryOf(), `ab${'😀'.repeat(31)}`)).toBe(`ab${'😀'.repeat(15)}`);
  expect(findFreeName(directoryOf(), `a${'😀'.repeat(31)}`)).toBe(name);
});

test('control characters and line breaks in a name become a space, because forms refuse them', () => {
  const name = (wanted: string) => findFreeName(directoryOf(), wanted);
  expect(name('Quillon\u2028\u2029Fen')).toBe('Quillon Fen');
  expect(name('\u0085Quillon\r\n\u001b[31mFen\u007f')).toBe('Quillon [31mFen');
  expect(name('\u0007\u2028')).toBe('Member');
});

test('a member whose record is parked is not added again', async () => {
  const { database } = await freshDatabase('projections');
  const empty = directoryOf();
  const appended: NewEvent[] = [];
  const hub = {
    database,
    directory: { atLeast: async () => empty, currentOrStale: () => empty, current: () => empty },
    journal: {
      log: { ends: async () => [{ end: 0 }] },
      append: async (events: readonly NewEvent[]) => {
        appended.push(...events);
        await database.run({
          text: `insert into projection.parked
                   (projection, generation, stream, partition, record_offset, record_id, subject, behind, reason)
                 select 'access', 1, 'hub.membership', 0, 0, unnest($1::text[]), '', false, ''`,
          values: [events.map(({ recordId }) => recordId)],
        });
        return events.map(() => ({ offset: 0, appendTime: 0 }));
      },
    },
  } as unknown as AdmittingHub;
  const added = findOrAddMember(hub, { chatId: '1', name: 'Quill' });
  await expect(added).rejects.toMatchObject({ code: 'parked' });
  expect(appended).toHaveLength(1);
});
