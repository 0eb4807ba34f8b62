import { expect, test } from 'vitest';
import { requestDeadlineMs } from './deadline.ts';

test('a request has less time than the 5 s within which the plugin has to be answered', () => {
  expect(requestDeadlineMs).toBeLessThan(5_000);
});
