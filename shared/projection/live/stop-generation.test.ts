import { expect, onTestFinished, test } from 'vitest';
import { entry } from '../../../test/support/log/log-entries.ts';
import { pause } from '../../async/waiting.ts';
import { LogUnavailable } from '../../errors/errors.ts';
import { newEvent } from '../../events/event.ts';
import { positionReported } from '../../events/types/position-reported.ts';
import type { EventLog } from '../../log/event-log.ts';
import { findLive, type LiveGeneration, prepareGenerations } from '../generations/generations.ts';
import type { Projection } from '../projection.ts';
import { runProjections } from '../run-projections.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestLog, type TestLog } from '../testing/open-test-log.ts';
import { drain, liveGeneration, takeAll } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { xp } from '../testing/xp-records.ts';
import { readProjectionStatus } from '../upkeep/projection-status.ts';
import { stopGeneration } from './stop-generation.ts';

const faults = [
  {
    name: 'starts above the checkpoint',
    damage: 'update log.partition set start_offset = next_offset + 1, next_offset = next_offset + 1',
    reason: /starts at .* the records in between are gone; restore a backup that has them/,
  },
  {
    name: 'ends below the checkpoint',
    damage: 'update log.partition set next_offset = 0',
    reason: /ends at 0, .* older or another log; restore the log that belongs to this database/,
  },
  {
    name: 'was created again and has grown past the checkpoint',
    damage: 'update log.hub_xp set append_time = append_time + 1',
    reason: /holds another record at .* this is another log/,
  },
];

test.each(faults)(
  'a log that $name stops the projection, and says what to do',
  async ({ damage, reason }) => {
    const log = await openProjected();
    await log.database.run({ text: damage });
    const projector = start(log);

    const stopped = await eventually(async () => {
      const [status] = await readProjectionStatus(log.database, log.journal.log);
      expect(status?.state).toBe('stopped');
      return status;
    });
    expect(stopped?.stopped_reason).toMatch(reason);
    expect(stopped?.position).toBe(2);
    await eventually(() => expect(projector.held()).toBe(0));
    // Projected rows are still served.
    expect(await findLive(log.database, 'tally')).toEqual<LiveGeneration>({
      generation: 1,
      schema: '"tally_g1"',
    });
  },
);

const absences: readonly { readonly name: string; readonly read: EventLog['read'] }[] = [
  {
    name: 'answers no read',
    read: async () => {
      throw new LogUnavailable('the log is away');
    },
  },
  {
    name: 'leaves partitions without an answer',
    read: async (places, { signal }) => {
      await pause(100, signal);
      return places.map(({ stream, partition, offset }) => {
        const unanswered = { records: [], start: offset, end: offset, reachedEnd: false };
        return { stream, partition, ...unanswered };
      });
    },
  },
];

test.each(absences)(
  'a log that $name, and comes back as another log, stops the projection that waited',
  async (absence) => {
    const log = await openProjected();
    let isAway = false;
    let refused = 0;
    const read: EventLog['read'] = async (places, options) => {
      if (!isAway) return log.journal.log.read(places, options);
      refused += 1;
      return absence.read(places, options);
    };
    start({ ...log, journal: { ...log.journal, log: { ...log.journal.log, read } } });
    await log.journal.append([xp('a', 1)]);
    await eventually(async () => {
      const [status] = await readProjectionStatus(log.database, log.journal.log);
      expect(status).toMatchObject({ state: 'live', position: 3 });
    });
    isAway = true;
    await eventually(() => expect(refused).toBeGreaterThan(0));
    await log.database.run({ text: 'update log.hub_xp set append_time = append_time + 1' });
    await log.journal.append([xp('a', 1)]);
    isAway = false;
    await eventually(async () => {
      const [status] = await readProjectionStatus(log.database, log.journal.log);
      expect(status).toMatchObject({ state: 'stopped', position: 3 });
    });
  },
);

test('another log that grows past the checkpoint before it is read stops the projection', async () => {
  const log = await openProjected();
  let refused = 0;
  let phase: 'own log' | 'away' | 'too short' | 'grown' = 'own log';
  const read: EventLog['read'] = async (places, options) => {
    if (phase === 'away') {
      refused += 1;
      throw new LogUnavailable('the log is away');
    }
    if (phase === 'too short' && options.maxRecords === 1)
      return places.map((place) => ({ ...place, records: [], start: 0, end: 0, reachedEnd: true }));
    if (phase === 'too short') phase = 'grown';
    return log.journal.log.read(places, options);
  };
  start({ ...log, journal: { ...log.journal, log: { ...log.journal.log, read } } });
  await log.journal.append([xp('a', 1)]);
  const state = async () => (await readProjectionStatus(log.database, log.journal.log))[0];
  await eventually(async () => expect(await state()).toMatchObject({ state: 'live', position: 3 }));
  phase = 'away';
  await eventually(() => expect(refused).toBeGreaterThan(0));
  await log.database.run({ text: 'update log.hub_xp set append_time = append_time + 1' });
  await log.journal.append([xp('a', 1)]);
  phase = 'too short';
  await eventually(async () => expect(await state()).toMatchObject({ state: 'stopped', position: 3 }));
});

test('a process that slept through a takeover, or whose last commits are lost, stops nothing', async () => {
  const { database } = await openProjected();
  const generation = await liveGeneration(database, tallyProjection);
  const [slept] = await takeAll(database, generation);
  const [awake] = await takeAll(database, generation);
  if (slept === undefined || awake === undefined) throw new Error('nothing was taken');
  expect(await stopGeneration(database, generation, slept, 'a fault')).toBe(false);
  const { nextOffset, lastAppendTime } = awake.checkpoint;
  for (const lost of [{ nextOffset: nextOffset + 1 }, { lastAppendTime: (lastAppendTime ?? 0) + 1 }]) {
    const ahead = { ...awake, checkpoint: { ...awake.checkpoint, ...lost } };
    expect(await stopGeneration(database, generation, ahead, 'a fault')).toBe(false);
  }
  expect(await stopGeneration(database, generation, awake, 'a fault')).toBe(true);
});

test('a projector whose database lost its last commits continues from the state of the database', async () => {
  const log = await openProjected();
  const generation = await liveGeneration(log.database, tallyProjection);
  const projector = start(log);
  await eventually(() => expect(projector.held()).toBe(12));
  await log.journal.append([xp('a', 1), xp('a', 1)]);
  await untilPosition(log, 4);
  // A standby has this state when it received the first three records, but not the last.
  await log.database.transaction(async (tx) => {
    await tx.run({
      text: `update projection.checkpoint c
             set next_offset = r."offset" + 1, record_time = r.append_time, last_append_time = r.append_time
             from log.hub_xp r
             where r.partition = c.partition and c.next_offset = 4 and r."offset" = 2`,
    });
    await tx.run({ text: `update ${generation.schema}.tally set total = total - 1, reports = reports - 1` });
    await tx.run({ text: 'delete from log.hub_xp where "offset" = 3' });
    await tx.run({ text: 'update log.partition set next_offset = 3 where next_offset = 4' });
  });
  await untilPosition(log, 3);
  await log.journal.append([xp('a', 1)]);
  await untilPosition(log, 4);
});

test('a stopped projection continues by itself once its own log is back', async () => {
  const log = await openProjected();
  await log.database.run({ text: 'update log.hub_xp set append_time = append_time + 1' });
  const projector = runProjections({ ...log, projections: [tallyProjection], resumeEveryMs: 100 });
  onTestFinished(() => projector.stop());
  await eventually(async () => expect(await statusOf(log)).toMatchObject({ state: 'stopped', position: 2 }));
  await log.database.run({ text: 'update log.hub_xp set append_time = append_time - 1' });
  await log.journal.append([xp('a', 1)]);
  await untilPosition(log, 3);
});

const deletions = [
  {
    what: 'has expired',
    stream: 'hub.location',
    table: 'log.hub_location',
    remove: `update log.partition set start_offset = next_offset where stream = 'hub.location' and partition = $1`,
  },
  {
    what: 'was replaced',
    stream: 'hub.state',
    table: 'log.hub_state',
    remove: `update log.partition set next_offset = next_offset + 1 where stream = 'hub.state' and partition = $1`,
  },
] as const;

test.each(deletions)(
  'a stopped projection continues by itself if the last record of a partition $what in the meantime',
  async ({ stream, table, remove }) => {
    const log = await openTestLog();
    const idle: Projection = { ...tallyProjection, streams: [stream] };
    await prepareGenerations(log.database, [idle]);
    const [first, second] = await log.journal.log.append([entry(stream, 'a'), entry(stream, 'b')]);
    expect(first?.partition).not.toBe(second?.partition);
    await drain(log.database, log.journal, await liveGeneration(log.database, idle));
    const shift = (by: number) =>
      log.database.run({ text: `update ${table} set append_time = append_time + $1`, values: [by] });
    await shift(1);
    start(log, idle);
    await eventually(async () => expect(await statusOf(log)).toMatchObject({ state: 'stopped' }));
    await shift(-1);
    await log.database.run({ text: remove, values: [first?.partition] });
    await log.database.run({ text: `delete from ${table} where partition = $1`, values: [first?.partition] });
    await log.database.run({ text: `select pg_notify('hub_projection', 'generations')` });
    await eventually(async () => expect(await statusOf(log)).toMatchObject({ state: 'live' }));
  },
);

test('a stopped projection without records in the log continues once another projection proves the log', async () => {
  const log = await openProjected();
  const idle: Projection = { ...tallyProjection, name: 'idle', streams: ['hub.location'] };
  await prepareGenerations(log.database, [tallyProjection, idle]);
  await log.journal.log.append([entry('hub.location', 'a')]);
  await drain(log.database, log.journal, await liveGeneration(log.database, idle));
  await log.database.run({
    text: `update projection.generation set state = 'stopped', stopped_reason = 'a fault' where projection = 'idle';
           update log.partition set start_offset = next_offset where stream = 'hub.location';
           delete from log.hub_location;
           update log.hub_xp set append_time = append_time + 1`,
  });
  const projector = runProjections({ ...log, projections: [idle] });
  onTestFinished(() => projector.stop());
  const stateOf = () =>
    log.database.one({ text: `select state from projection.generation where projection = 'idle'` });
  await pause(1_500);
  expect(await stateOf()).toEqual({ state: 'stopped' });
  await log.database.run({ text: 'update log.hub_xp set append_time = append_time - 1' });
  await log.database.run({ text: `select pg_notify('hub_projection', 'generations')` });
  await eventually(async () => expect(await stateOf()).toEqual({ state: 'live' }));
});

test('a projection continues with the same log', async () => {
  const log = await openProjected();
  start(log);
  await log.journal.append([xp('a', 1)]);
  await eventually(async () => {
    const [status] = await readProjectionStatus(log.database, log.journal.log);
    expect(status).toMatchObject({ state: 'live', position: 3 });
  });
});

test('a new projection of an expiring stream begins at the start of the log', async () => {
  const log = await openTestLog();
  const seen: number[] = [];
  const trail: Projection = {
    ...tallyProjection,
    streams: ['hub.location'],
    handles: ['position-reported'],
    load: async () => new Map(),
    evolve: (state, event) => {
      seen.push(event.offset);
      return state;
    },
  };
  await prepareGenerations(log.database, [trail]);
  await log.database.run({ text: 'update log.partition set start_offset = 500, next_offset = 500' });
  const projector = runProjections({ ...log, projections: [trail] });
  onTestFinished(() => projector.stop());
  await eventually(() => expect(projector.held()).toBe(12));
  await log.journal.append([newEvent(positionReported, { subject: 'a', source: 'ha' }, { points: [] })]);
  await eventually(() => expect(seen).toEqual([500]));
});

async function openProjected(): Promise<TestLog> {
  const log = await openTestLog();
  await prepareGenerations(log.database, [tallyProjection]);
  await log.journal.append([xp('a', 1), xp('a', 2)]);
  await drain(log.database, log.journal, await liveGeneration(log.database, tallyProjection));
  return log;
}

async function statusOf(log: TestLog) {
  const [status] = await readProjectionStatus(log.database, log.journal.log);
  return status;
}

function untilPosition(log: TestLog, position: number): Promise<void> {
  return eventually(async () => expect(await statusOf(log)).toMatchObject({ state: 'live', position }));
}

function start(log: TestLog, projection: Projection = tallyProjection) {
  const projector = runProjections({ ...log, projections: [projection] });
  onTestFinished(() => projector.stop());
  return projector;
}
