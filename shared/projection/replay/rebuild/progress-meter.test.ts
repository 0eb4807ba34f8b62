import { expect, test } from 'vitest';
import { createProgressMeter } from './progress-meter.ts';

test('the share is of the total that is known when the reading begins', () => {
  const shares: number[] = [];
  const meter = createProgressMeter(({ share }) => shares.push(share));
  meter.begin(10);
  meter.read(['hub.xp'], { records: 2, offsets: 5 });
  meter.read(['hub.xp'], { records: 3, offsets: 5 });
  expect(shares).toEqual([0.5, 1]);
});
