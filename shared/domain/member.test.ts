import { expect, test } from 'vitest';
import { memberAdded } from '../events/membership/members.ts';
import { canonicalTimeZone, GivenDeviceName, GivenMemberName } from './member.ts';

test('a name loses characters that change the direction of writing, and a name with only such characters is refused', () => {
  expect(GivenMemberName.parse(' \u202enef nolliuQ\u202c ')).toBe('nef nolliuQ');
  expect(GivenDeviceName.parse('\u2067attic\u2069')).toBe('attic');
  expect(GivenMemberName.safeParse('\u202e \u2069').success).toBe(false);
});

test('a name from an older event is read as stored', () => {
  const { name } = memberAdded.schema.parse({
    member_id: '0198f0a2-0000-7000-8000-000000000001',
    name: '\u202enef',
    chat_id: null,
    time_zone: 'UTC',
  });
  expect(name).toBe('\u202enef');
});

test.each([
  ['europe/paris', 'Europe/Paris'],
  ['utc', 'UTC'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['+05:30', null],
  ['-08', null],
  ['Mars/Olympus', null],
  ['', null],
])('the time zone %j is %j', (given, zone) => {
  expect(canonicalTimeZone(given)).toBe(zone);
});
