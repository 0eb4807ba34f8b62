import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { findLaterRelease, noteRelease } from './noted-release.ts';

test('an earlier release notices the newest later release, and a later release does not', async () => {
  const { database } = await freshDatabase('hub');
  for (const release of ['0.9.0', '0.10.2', '0.10.10-rc.1']) await noteRelease(database, release);
  expect(await findLaterRelease(database, '0.2.0')).toBe('0.10.10-rc.1');
  expect(await findLaterRelease(database, '0.10.2')).toBe('0.10.10-rc.1');
  expect(await findLaterRelease(database, '0.10.10')).toBeNull();
  expect(await findLaterRelease(database, '1.0.0')).toBeNull();
});
