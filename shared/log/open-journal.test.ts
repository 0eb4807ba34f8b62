import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { deadline, inTime } from '../../test/support/deadline.ts';
import { readAll } from '../../test/support/log/log-records.ts';
import { openPostgresLogStore } from '../../test/support/log/postgres-log-store.ts';
import { LogUnavailable, OperatorError } from '../errors/errors.ts';
import { type NewEvent, newEvent } from '../events/event.ts';
import { holdings } from '../events/holdings.ts';
import { memberAdded } from '../events/membership/members.ts';
import { skillPart } from '../events/state-parts.ts';
import { streamNames } from '../events/streams.ts';
import { detailsOf, gameEventRecorded } from '../events/types/game-event-recorded.ts';
import { payloadReceived } from '../events/types/payload-received.ts';
import type { EventLog, LogRecord } from './event-log.ts';
import { openJournal } from './open-journal.ts';
import { encodeEventValue } from './records/event-value.ts';

const hubSecret = Buffer.alloc(32, 1);
const about = (subject: string) => ({ subject, source: 'ha' }) as const;

const added = (subject: string, name = 'Zezima') =>
  newEvent(memberAdded, about(subject), { member_id: randomUUID(), name, chat_id: null, time_zone: 'UTC' });

/** An event of each sealed stream, and an event of a stream that is not sealed. */
function namingZezima(): NewEvent[] {
  return [
    added('member1'),
    newEvent(payloadReceived, about('account1'), {
      device_id: randomUUID(),
      plugin: 'ha',
      plugin_version: null,
      body: '{"player":{"name":"Zezima"}}'.repeat(200),
    }),
    newEvent(gameEventRecorded, about('account1'), {
      event_id: randomUUID(),
      type: 'LOOT',
      occurred_at: 1,
      ...detailsOf({ value_gp: 2 }),
      special_world: false,
      data: '{"by":"Zezima"}',
    }),
    newEvent(
      holdings.pets,
      { ...about('account1'), part: 'pets' },
      { at: 1, pets: [{ id: 1, name: 'Zezima' }] },
    ),
    newEvent(
      skillPart.reported,
      { ...about('account1'), part: 'skill/Magic' },
      { at: 1, skill: 'Magic', level: 2, xp: 90 },
    ),
  ];
}

async function recordsOf(log: EventLog, events: readonly NewEvent[]): Promise<LogRecord[]> {
  const records = await readAll(log, streamNames);
  return events.flatMap((event) => records.find((record) => record.recordId === event.recordId) ?? []);
}

it('reads the same values that it appended, on sealed streams and others', async () => {
  const log = (await openPostgresLogStore()).open();
  const journal = await openJournal({ log, hubSecret });
  const events = namingZezima();
  const positions = await journal.append(events);
  const decoded = await journal.decode(await recordsOf(log, events));
  expect(decoded).toEqual(
    events.map(({ stream, type, recordId, subject, source, data }, index) => ({
      kind: 'event',
      event: {
        stream,
        partition: positions[index]?.partition,
        offset: positions[index]?.offset,
        type,
        recordId,
        subject,
        source,
        data,
      },
    })),
  );
});

it('stores no name in readable form', async () => {
  const { open, database } = await openPostgresLogStore();
  const journal = await openJournal({ log: open(), hubSecret });
  const events = namingZezima();
  await journal.append(events);
  const rows = await database.many<{ row: string }>({ text: 'select r::text as row from log.record as r' });
  const stored = rows.map(({ row }) => row).join('\n');
  const isReadable = (event: NewEvent) => stored.includes(encodeEventValue(event).toString('hex'));
  expect(events.filter(isReadable).map(({ stream }) => stream)).toEqual(['hub.state']);
  expect(stored).not.toContain('Zezima');
  expect(stored).not.toContain(Buffer.from('Zezima').toString('hex'));
});

it('opens what another process sealed with newer keys', async () => {
  const { open } = await openPostgresLogStore();
  const log = open();
  const [writer, reader] = [
    await openJournal({ log: open(), hubSecret }),
    await openJournal({ log, hubSecret }),
  ];
  const event = added('member1');
  await writer.append([event]);
  expect(await reader.decode(await recordsOf(log, [event]))).toMatchObject([{ kind: 'event' }]);
});

it('opens records of a new subject for which several processes each created a key', async () => {
  const { open } = await openPostgresLogStore();
  const log = open();
  const journals = await Promise.all([1, 2, 3].map(() => openJournal({ log: open(), hubSecret })));
  const events = [1, 2, 3, 4, 5].flatMap(() => journals.map(() => added('member1')));
  await Promise.all(events.map((event, index) => journals[index % 3]?.append([event])));
  for (const journal of [...journals, await openJournal({ log, hubSecret })]) {
    const decoded = await journal.decode(await recordsOf(log, events));
    expect(decoded.map(({ kind }) => kind)).toEqual(events.map(() => 'event'));
  }
  const made = (await readAll(log, ['hub.keys'])).filter(({ type }) => type === 'data-key-made');
  expect(made.length).toBeGreaterThan(0);
  expect(made.length).toBeLessThanOrEqual(3);
});

it('skips records whose data key was destroyed', async () => {
  const { open } = await openPostgresLogStore();
  const log = open();
  const event = added('member1');
  await (await openJournal({ log, hubSecret })).append([event]);
  const key = (await readAll(log, ['hub.keys'])).find(({ type }) => type === 'data-key-made');
  if (key === undefined) throw new Error('no data key');
  await log.append([{ ...key, recordId: randomUUID(), value: null }]);
  const journal = await openJournal({ log: open(), hubSecret });
  const records = await recordsOf(log, [event]);
  expect(await journal.decode(records)).toEqual([{ kind: 'skipped', why: 'key-destroyed' }]);
});

it('creates no other key for a subject whose key was destroyed', async () => {
  const { open } = await openPostgresLogStore();
  const log = open();
  const journals = [await openJournal({ log, hubSecret }), await openJournal({ log: open(), hubSecret })];
  await journals[0]?.append([added('member1')]);
  const key = (await readAll(log, ['hub.keys'])).find(({ type }) => type === 'data-key-made');
  if (key === undefined) throw new Error('no data key');
  await log.append([{ ...key, recordId: randomUUID(), value: null }]);
  await vi.waitFor(async () => {
    for (const journal of journals) {
      await expect(journal.append([added('member1')])).rejects.toThrow(LogUnavailable);
    }
  });
  await journals[1]?.append([added('member2')]);
});

it('no longer uses a known data key a second after it was destroyed', { tags: ['deadline'] }, async () => {
  const { open } = await openPostgresLogStore();
  const log = open();
  const journal = await openJournal({ log, hubSecret });
  const event = added('member1');
  await journal.append([event]);
  const records = await recordsOf(log, [event]);
  expect(await journal.decode(records)).toMatchObject([{ kind: 'event' }]);
  const key = (await readAll(log, ['hub.keys'])).find(({ type }) => type === 'data-key-made');
  if (key === undefined) throw new Error('no data key');
  await log.append([{ ...key, recordId: randomUUID(), value: null }]);
  const destroyedAt = performance.now();
  await vi.waitFor(async () => {
    expect(await journal.decode(records)).toEqual([{ kind: 'skipped', why: 'key-destroyed' }]);
  });
  expect(performance.now() - destroyedAt, inTime).toBeLessThan(deadline(1_000));
});

it('skips tombstones and unknown types', async () => {
  const log = (await openPostgresLogStore()).open();
  const journal = await openJournal({ log, hubSecret });
  const events = namingZezima();
  await journal.append(events);
  const [member, , , , skill] = await recordsOf(log, events);
  if (member === undefined || skill === undefined) throw new Error('not appended');
  expect(
    await journal.decode([
      { ...skill, value: null },
      { ...member, type: 'of-a-later-release' },
    ]),
  ).toEqual([
    { kind: 'skipped', why: 'no-value' },
    { kind: 'skipped', why: 'unknown-type' },
  ]);
});

it('reports records that it cannot read, without their content', async () => {
  const log = (await openPostgresLogStore()).open();
  const journal = await openJournal({ log, hubSecret });
  const events = namingZezima();
  await journal.append(events);
  const [member, , , , skill] = await recordsOf(log, events);
  if (!member?.value || !skill?.value) throw new Error('not appended');
  const changed = Buffer.from(member.value);
  changed[40] = (changed[40] ?? 0) ^ 1;
  const decoded = await journal.decode([
    { ...member, value: changed },
    { ...member, recordId: randomUUID() },
    { ...member, keyId: null },
    { ...skill, value: Buffer.from('{"type":"skill-reported","v":1,"data":Zezima}') },
    { ...skill, value: Buffer.from('{"type":"skill-reported","v":1,"data":{"skill":"Zezima"}}') },
    { ...skill, value: Buffer.from(skill.value.toString().replace('"v":1', '"v":99')) },
    { ...skill, value: Buffer.from('{"type":"xp-reported","v":1,"data":{}}') },
  ]);
  expect(decoded.map(({ kind }) => kind)).toEqual(decoded.map(() => 'unreadable'));
  for (const outcome of decoded) {
    expect(outcome.kind === 'unreadable' && String(outcome.error)).not.toContain('Zezima');
  }
});

it('refuses another hub secret than the first secret', async () => {
  const { open } = await openPostgresLogStore();
  await openJournal({ log: open(), hubSecret });
  const other = openJournal({ log: open(), hubSecret: Buffer.alloc(32, 2) });
  await expect(other).rejects.toThrow(OperatorError);
  await openJournal({ log: open(), hubSecret });
});

it('accepts only one of two secrets that open an empty log at the same time', async () => {
  const { open } = await openPostgresLogStore();
  const secrets = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const outcomes = await Promise.allSettled(
    secrets.map((secret) => openJournal({ log: open(), hubSecret: secret })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const [index, { status }] of outcomes.entries()) {
    const again = openJournal({ log: open(), hubSecret: secrets[index] ?? hubSecret });
    expect(
      await again.then(
        () => 'fulfilled',
        () => 'rejected',
      ),
    ).toBe(status);
  }
});

it('answers within its deadline when a new data key cannot be appended', async () => {
  const { open, database } = await openPostgresLogStore();
  const log = open();
  const journal = await openJournal({ log, hubSecret });
  const released = Promise.withResolvers<void>();
  onTestFinished(() => released.resolve());
  const held = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await tx.run({ text: `select 1 from log.partition where stream = 'hub.keys' for update` });
    held.resolve();
    await released.promise;
  });
  await held.promise;
  await expect(journal.append([added('member1')], { deadlineMs: 200 })).rejects.toThrow(
    new LogUnavailable('no data key within 200 ms'),
  );
  expect(await readAll(log, ['hub.membership'])).toEqual([]);
  released.resolve();
  await holding;
});
