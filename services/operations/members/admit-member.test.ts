import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appendAndWait } from '../../../projections/access/commands/append-and-wait.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { memberAdded } from '../../../shared/events/membership/members.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { readAll } from '../../../test/support/log/log-records.ts';
import { findOrAddMember } from '../../console/discord/find-or-add-member.ts';
import { memberErasure } from './erase-member.ts';
import { memberOperations } from './members.ts';

async function openHub() {
  const { core, database, environment, backupDir } = await startTestHub();
  const namesInLog = async () => {
    const decoded = await core.journal.decode(await readAll(core.journal.log, ['hub.membership']));
    return decoded.flatMap((outcome) =>
      outcome.kind === 'event' && outcome.event.type === memberAdded.type
        ? [memberAdded.schema.parse(outcome.event.data).name]
        : [],
    );
  };
  const erase = (memberId: string) =>
    memberErasure.erase({ ...core, noteFailure: () => {} }, { memberId, backupDir, actor: 'cli' });
  const membersRebuilt = async () => {
    await runJson(environment, ['projections', 'rebuild', 'access']);
    return (await memberOperations.list(core)).members;
  };
  return { core, database, namesInLog, erase, membersRebuilt };
}

const strangerId = randomUUID();
const input = { name: 'Quillon', chatId: '42', timeZone: 'UTC', actor: 'cli' } as const;

test('only one of two members added at once under one name stays, and its erasure removes the name', async () => {
  const { core, namesInLog, erase, membersRebuilt } = await openHub();
  const added = await Promise.allSettled([input, input].map((one) => memberOperations.add(core, one)));
  const refused = added.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toMatchObject([{ code: 'name_taken' }]);
  const { members } = await memberOperations.list(core);
  expect(members).toMatchObject([{ name: 'Quillon', status: 'active' }]);
  expect(await namesInLog()).toEqual(['Quillon']);
  await erase(members[0]?.id ?? '');
  expect(await namesInLog()).toEqual([]);
  expect(await membersRebuilt()).toEqual([]);
});

test('two concurrent sign-ins from Discord create one member and one record', async () => {
  const { core, namesInLog } = await openHub();
  const who = { chatId: '112233445566778899', name: 'Quillon' };
  const [one, other] = await Promise.all([findOrAddMember(core, who), findOrAddMember(core, who)]);
  expect(one).toEqual(other);
  expect(await namesInLog()).toEqual(['Quillon']);
});

test('an erasure also removes the refused members that an earlier release left', async () => {
  const { core, database, namesInLog, erase, membersRebuilt } = await openHub();
  const { id } = await memberOperations.add(core, input);
  await memberOperations.add(core, { ...input, name: 'Bram', chatId: '43' });
  const left = newEvent(
    memberAdded,
    { subject: strangerId, source: 'hub' },
    { member_id: strangerId, name: 'Quillon', chat_id: '42', chat_id_checked: true, time_zone: 'UTC' },
  );
  await appendAndWait(core, [left]);
  expect(await namesInLog()).toEqual(['Quillon', 'Bram', 'Quillon']);
  await erase(id);
  expect(await namesInLog()).toEqual(['Bram']);
  expect(await database.many({ text: 'select from access_g1.verdict where refusal is not null' })).toEqual(
    [],
  );
  expect(await membersRebuilt()).toMatchObject([{ name: 'Bram' }]);
});
