import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readAll } from '../../test/support/log/log-records.ts';
import { openPostgresLogStore } from '../../test/support/log/postgres-log-store.ts';
import { newEvent } from '../events/event.ts';
import { holdings } from '../events/holdings.ts';
import { memberAdded } from '../events/membership/members.ts';
import { skillPart } from '../events/state-parts.ts';
import { streamNames } from '../events/streams.ts';
import { eraseLateRecords, eraseSubjectsFromLog, subjectErased } from './erase-subjects-from-log.ts';
import { openJournal } from './open-journal.ts';

const hubSecret = Buffer.alloc(32, 1);

function events(subject: string, name: string) {
  const about = { subject, source: 'ha' } as const;
  const skill = { at: 1, skill: 'Magic', level: 2, xp: 90 };
  return [
    newEvent(memberAdded, about, { member_id: randomUUID(), name, chat_id: null, time_zone: 'UTC' }),
    newEvent(skillPart.reported, { ...about, part: 'skill/Magic' }, skill),
    newEvent(skillPart.reported, { ...about, part: 'skill/Magic' }, { ...skill, xp: 91 }),
  ];
}

/** The id of the second subject begins with the id of the first subject. */
async function openFilled() {
  const store = await openPostgresLogStore();
  const log = store.open();
  const journal = await openJournal({ log, hubSecret });
  await journal.append([...events('quill', 'Zezima'), ...events('quillon', 'Lynx')]);
  return { log, journal, database: store.database };
}

it('makes only the sealed records of the subject unreadable', async () => {
  const { log, journal } = await openFilled();
  const before = await readAll(log, streamNames);
  await eraseSubjectsFromLog(log, ['quill']);
  await expect.poll(() => kinds()).toEqual({ quill: ['key-destroyed', 'event', 'event'], quillon: 3 });

  async function kinds() {
    const of = async (subject: string) => {
      const mine = before.filter(({ key, stream }) => key.split('/')[0] === subject && stream !== 'hub.keys');
      const decoded = await journal.decode(mine.sort((a, b) => (a.stream < b.stream ? -1 : 1)));
      return decoded.map((outcome) => (outcome.kind === 'skipped' ? outcome.why : outcome.kind));
    };
    return {
      quill: await of('quill'),
      quillon: (await of('quillon')).filter((kind) => kind === 'event').length,
    };
  }
});

it('appends an end of the subject to its streams, and tombstones to compacted streams; a second erasure appends no tombstones', async () => {
  const { log } = await openFilled();
  await eraseSubjectsFromLog(log, ['quill']);
  const ended = (await readAll(log, streamNames)).filter(({ key }) => key.split('/')[0] === 'quill');
  const without = ended.filter(({ value }) => value === null);
  const [keyRecord] = ended.filter(({ stream }) => stream === 'hub.keys');
  expect(without.map(({ stream, key, type }) => `${stream} ${key} ${type}`).sort()).toEqual(
    [
      `hub.keys ${keyRecord?.key} data-key-made`,
      'hub.state quill/skill/Magic skill-reported',
      ...['activity', 'audit', 'feed', 'gear', 'holdings', 'location', 'raw', 'state', 'tiles', 'xp'].map(
        (stream) => `hub.${stream} quill ${subjectErased}`,
      ),
    ].sort(),
  );
  await eraseSubjectsFromLog(log, ['quill']);
  const again = (await readAll(log, streamNames)).filter(({ type }) => type !== subjectErased);
  expect(again.filter(({ value }) => value === null)).toHaveLength(2);
});

it('deletes the current values of an account, also values that belong to a member, and all values of an erased member', async () => {
  const { log, journal } = await openFilled();
  const items = [{ id: 995, quantity: 1 }];
  const bank = (subject: string) =>
    newEvent(holdings.bank, { subject, source: 'gim', part: 'bank' }, { at: 1, items });
  const storage = (member: string, account: string) =>
    newEvent(
      holdings['shared-storage'],
      { subject: member, source: 'gim', part: `shared-storage/${account}` },
      { at: 1, account_id: account, items },
    );
  await journal.append([
    ...[bank('quill'), bank('quillon'), storage('bram', 'quill'), storage('bram', 'quillon')],
    ...[storage('tess', 'quillon')],
  ]);
  const kept = async () => {
    const newest = new Map((await readAll(log, ['hub.holdings'])).map((record) => [record.key, record]));
    return [...newest.values()].filter(({ value }) => value !== null).map(({ key }) => key);
  };
  await eraseSubjectsFromLog(log, ['quill']);
  const others = ['bram/shared-storage/quillon', 'quillon/bank', 'tess/shared-storage/quillon'];
  expect((await kept()).sort()).toEqual(others);
  await eraseSubjectsFromLog(log, ['bram']);
  expect((await kept()).sort()).toEqual(others.slice(1));
  // A record that was under way during the erasure.
  await journal.append([bank('tess')]);
  await log.append(
    (await readAll(log, ['hub.holdings']))
      .filter(({ key, value }) => key === 'quillon/bank' && value !== null)
      .map((record) => ({ ...record, recordId: randomUUID(), key: 'bram/shared-storage/quill' })),
  );
  await eraseLateRecords(log, ['quill']);
  expect((await kept()).sort()).toEqual([...others.slice(1), 'tess/bank'].sort());
});

it('empties records but keeps their offset, id and time', async () => {
  const { log } = await openFilled();
  const before = await readAll(log, streamNames);
  expect(await log.emptyRecords(['quill'])).toBe(4);
  expect(await log.emptyRecords(['quill'])).toBe(0);
  const after = await readAll(log, streamNames);
  expect(after).toEqual(
    before.map((record) => {
      if (record.key.split('/')[0] !== 'quill') return record;
      const key = record.stream === 'hub.state' ? 'quill' : record.key;
      return { ...record, key, value: null, keyId: null };
    }),
  );
});

it('still appends events of the hub itself after a fingerprint was withdrawn', async () => {
  const { log, journal } = await openFilled();
  const [fingerprint] = (await readAll(log, ['hub.keys'])).filter(
    ({ type }) => type === 'secret-fingerprinted',
  );
  if (fingerprint === undefined) throw new Error('no fingerprint');
  await log.append([{ ...fingerprint, recordId: randomUUID(), key: 'hub/secret/other', value: null }]);
  const later = await openJournal({ log, hubSecret });
  for (const each of [journal, later]) await each.append(events('hub', 'Hub'));
});
