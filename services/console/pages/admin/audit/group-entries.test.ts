import { expect, test } from 'vitest';
import { groupEntries } from './group-entries.ts';

const noon = new Date(2026, 8, 14, 12).getTime();

function entry(id: string, minutesAgo: number, action: string, some: object) {
  const at = new Date(noon - minutesAgo * 60_000).toISOString();
  return { id, at, actor: 'hub', action, subject: null, subject_name: null, details: {}, ...some };
}

test('two pairings of a member are two lines, each with its own code', () => {
  const paired = { details: { plugin: 'ha', member: 'quill' } };
  const entries = [
    entry('second', 1, 'device-paired', { ...paired, subject: 'laptop' }),
    entry('code-2', 2, 'pairing-code-made', { subject: 'quill' }),
    entry('first', 3, 'device-paired', { ...paired, subject: 'desk' }),
    entry('code-1', 4, 'pairing-code-made', { subject: 'quill' }),
  ];
  const groups = groupEntries({ entries, names: {} } as never);
  expect(groups.map((group) => group.map(({ id }) => id).join())).toEqual(['second,code-2', 'first,code-1']);
});

test('a pairing and its code are one line, and so are equal sentences within ten minutes', () => {
  const entries = [
    entry('paired', 1, 'device-paired', { subject: 'device', details: { plugin: 'ha', member: 'quill' } }),
    entry('link', 2, 'sign-in-link-made', { subject: 'bram' }),
    entry('other', 3, 'pairing-code-made', { subject: 'bram' }),
    entry('code', 4, 'pairing-code-made', { subject: 'quill' }),
    entry('again', 5, 'sign-in-link-made', { subject: 'bram' }),
    entry('old', 50, 'pairing-code-made', { subject: 'quill' }),
  ];
  const groups = groupEntries({ entries, names: {} } as never);
  expect(groups.map((group) => group.map(({ id }) => id).join())).toEqual([
    'paired,code',
    'link,again',
    'other',
    'old',
  ]);
});
