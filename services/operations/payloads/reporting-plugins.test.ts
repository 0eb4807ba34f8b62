import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { directoryOf } from '../../../projections/access/testing/directory-of.ts';
import { id } from '../../../projections/access/testing/membership.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { partitionOf } from '../../../shared/events/streams.ts';
import { payloadReceived } from '../../../shared/events/types/payload-received.ts';
import { openTestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { prepareIngest } from '../../ingest/prepare-ingest.ts';
import { readReportingPlugins } from './reporting-plugins.ts';

test('finds the devices of every partition in a busy hour', async () => {
  const { database, journal } = await openTestLog();
  await prepareIngest(database);
  const partitions = (await journal.log.ends(['hub.raw'])).length;
  const subjects = new Map<number, string>();
  for (let number = 0; subjects.size < partitions; number += 1)
    subjects.set(partitionOf('hub.raw', `a${number}`), `a${number}`);
  for (const [partition, subject] of subjects) {
    const sent = { device_id: id(partition), plugin: 'plugin', plugin_version: null, body: '{}' };
    const event = () => newEvent(payloadReceived, { subject, source: 'plugin' }, sent);
    await journal.append(Array.from({ length: 400 }, event));
  }
  const shown = directoryOf();
  const directory = {
    current: () => shown,
    currentOrStale: () => shown,
    atLeast: async () => shown,
    renewed: async () => shown,
    latestClock: Date.now,
    onChange: () => () => {},
    close: async () => {},
  };
  const hub = { database, journal, directory, hubSecret: randomBytes(32) };
  const { loudest } = await readReportingPlugins(hub, Date.now());
  expect(loudest.map((device) => device.id).sort()).toEqual(
    [...subjects.keys()].sort((a, b) => a - b).map(id),
  );
  for (const { reports, bytes } of loudest) expect([reports, bytes]).toEqual([333, 666]);
});
