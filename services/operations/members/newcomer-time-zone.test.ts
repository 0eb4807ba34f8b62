import { expect, test } from 'vitest';
import { directoryOf } from '../../../projections/access/testing/directory-of.ts';
import { bram, given, id, quill } from '../../../projections/access/testing/membership.ts';
import { newcomerTimeZone } from './newcomer-time-zone.ts';

const oslo = { time_zone: 'Europe/Oslo' };

test('a new member gets the time zone of the member who adds them, else the zone of most members', () => {
  const guild = directoryOf(
    given.member(quill, 'Quill'),
    given.member(bram, 'Bram', oslo),
    given.member(id(8), 'Isolde', oslo),
    ...[id(9), id(10)].flatMap((former) => [
      given.member(former, `M${former.slice(-2)}`),
      given.leaving(former),
    ]),
  );
  expect(newcomerTimeZone(guild, `member:${quill}`)).toBe('UTC');
  expect(newcomerTimeZone(guild, `member:${bram}`)).toBe('Europe/Oslo');
  expect([newcomerTimeZone(guild, 'hub'), newcomerTimeZone(guild, 'cli')]).toEqual([
    'Europe/Oslo',
    'Europe/Oslo',
  ]);
  expect(newcomerTimeZone(directoryOf(), 'cli')).toBe('UTC');
});
