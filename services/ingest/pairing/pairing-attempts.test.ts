import { expect, it } from 'vitest';
import { isDatabaseUnavailable } from '../../../shared/postgres/faults/database-unavailable.ts';
import { openTestIngest } from '../testing/open-test-ingest.ts';
import { createPairingAttempts } from './pairing-attempts.ts';

it('a thousand attempts may wait to be counted, and a further attempt is told that the database is unavailable', async () => {
  const ingest = await openTestIngest();
  const failed = createPairingAttempts(ingest, () => ingest.now);
  const asked = await Promise.allSettled(
    Array.from({ length: 1_001 }, (_, host) => failed.count(`10.2.${host >> 8}.${host & 255}`)),
  );
  const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused.map(isDatabaseUnavailable)).toEqual([true]);
  const admitted = asked.filter((each) => each.status === 'fulfilled' && 'withdraw' in each.value);
  // 30 attempts of each of the first two networks, then one attempt of each other network.
  expect(admitted).toHaveLength(62);
});
