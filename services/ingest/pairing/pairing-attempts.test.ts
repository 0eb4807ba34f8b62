import { expect, it } from 'vitest';
import { isDatabaseUnavailable } from '../../../shared/postgres/faults/database-unavailable.ts';
import { openTestIngest } from '../testing/open-test-ingest.ts';
import { createPairingAttempts } from './pairing-attempts.ts';

it('lets a thousand attempts wait to be counted, and tells one more that the database is unavailable', async () => {
  const ingest = await openTestIngest();
  const failed = createPairingAttempts(ingest, () => ingest.now);
  const asked = await Promise.allSettled(
    Array.from({ length: 1_001 }, (_, host) => failed.count(`10.2.${host >> 8}.${host & 255}`)),
  );
  const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused.map(isDatabaseUnavailable)).toEqual([true]);
  const admitted = asked.filter((each) => each.status === 'fulfilled' && 'withdraw' in each.value);
  // 30 of each of the first two networks, and then one of each network that has not failed before.
  expect(admitted).toHaveLength(62);
});
