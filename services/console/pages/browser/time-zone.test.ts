import { expect, test } from 'vitest';
import { isZoneWorthOffering } from './time-zone.ts';

test.each([
  ['UTC', 'Europe/Paris', true],
  ['UTC', 'Europe/London', true],
  ['UTC', 'Etc/UTC', false],
  ['UTC', 'UTC', false],
  ['Europe/Paris', 'Asia/Tokyo', false],
])('a member in %s is offered the zone %s of the browser: %s', (memberZone, browserZone, isOffered) => {
  expect(isZoneWorthOffering(memberZone, browserZone)).toBe(isOffered);
});
