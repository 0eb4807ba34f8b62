import { expect, test } from 'vitest';
import { enrolMembers } from '../services/demo/enrolment.ts';
import { defaultLimits, openTestIngest } from '../services/ingest/testing/open-test-ingest.ts';
import { openDatabase } from '../shared/postgres/open-database.ts';
import { atEnd } from './support/at-end.ts';
import { inTime } from './support/deadline.ts';
import { pairDevices } from './support/hub/pair-devices.ts';
import { createReportSource } from './support/hub/report-source.ts';
import { databaseUrlOf } from './support/postgres/database.ts';

const players = 150;

test('150 first reports at the same time are accepted, and each creates one account', {
  tags: ['deadline'],
}, async () => {
  const ingest = await openTestIngest();
  const names = Array.from({ length: players }, (_, index) => `Member ${index}`);
  const members = [...(await enrolMembers(ingest, names)).values()];
  const tokens = await pairDevices(ingest, members);
  // The size of the hub's own pool for plugin requests.
  const database = openDatabase({
    url: await databaseUrlOf(ingest.database),
    name: 'taking',
    maxConnections: 2,
    statementTimeoutMs: 5_000,
  });
  atEnd(() => database.close());
  const app = ingest.openIngest({ database, limits: { ...defaultLimits, memberNewAccountsPerDay: 1 } });
  const reports = createReportSource(players);
  const meet = async () => {
    const sent = tokens.map((token, player) => ingest.report(token, reports.next(player), { app }));
    return Map.groupBy(await Promise.all(sent), ({ statusCode }) => statusCode);
  };

  const answers = await meet();
  // A member who waits too long is refused with another status.
  expect(
    [...answers].map(([status, { length }]) => [status, length]),
    inTime,
  ).toEqual([[200, players]]);
  const { accounts } = ingest.directory.current();
  expect(new Set([...accounts.values()].map(({ ownerId }) => ownerId))).toEqual(new Set(members));
  const counted = { text: 'select member, accounts from hub.first_contact' };
  expect((await database.many<{ accounts: number }>(counted)).map((row) => row.accounts)).toEqual(
    Array.from({ length: players }, () => 1),
  );
  expect(accounts.size).toBe(players);
});
