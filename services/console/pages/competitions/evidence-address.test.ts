import { expect, test } from 'vitest';
import { evidenceAddress } from './evidence-address.ts';

const range = { from: '2026-09-07T00:00:00.000Z', to: '2026-09-14T00:00:00.000Z' };
const addressOf = (kind: string, name: string | null = null) =>
  decodeURIComponent(
    evidenceAddress({ metric: { kind, name }, ...range }, 'q', Date.parse('2026-09-16T00:00:00.000Z')),
  );

test('drops and kills are the events of the range', () => {
  const events = `from=${range.from}&to=${range.to}`;
  expect(addressOf('drops')).toBe(`/events?account=q&types=loot,pk_loot&${events}`);
  expect(addressOf('kills', 'Zulrah')).toBe(`/events?account=q&types=KILL_COUNT&${events}`);
});

test('xp is the chart of the skill, with a span that has the start of the competition', () => {
  expect(addressOf('xp', 'Slayer')).toBe('/accounts/q?skill=Slayer&chart=total&span=month');
});
