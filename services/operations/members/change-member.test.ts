import { expect, test } from 'vitest';
import { appendAndWait } from '../../../projections/access/commands/append-and-wait.ts';
import { given } from '../../../projections/access/testing/membership.ts';
import { memberChangeRefused } from '../../../shared/events/types/member-change-refused.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { readAll } from '../../../test/support/log/log-records.ts';
import { memberErasure } from './erase-member.ts';
import { memberOperations } from './members.ts';

test.each([
  ['name_taken', { name: 'Merrin' }],
  ['chat_id_taken', { chatId: '42' }],
] as const)(
  'a rebuild does not grant what was refused because another member took it first: %s',
  async (code, input) => {
    const { core, environment, backupDir } = await startTestHub();
    const add = (name: string) =>
      memberOperations.add(core, { name, chatId: null, timeZone: 'UTC', actor: 'cli' });
    const members = [await add('Quillon'), await add('Bram')];
    const changed = await Promise.allSettled(
      members.map(({ id: memberId }) => memberOperations.change(core, { memberId, ...input, actor: 'cli' })),
    );
    const refused = changed.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([{ code }]);
    const granted = changed.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
    await memberErasure.erase(
      { ...core, noteFailure: () => {} },
      { memberId: granted[0] ?? '', backupDir, actor: 'cli' },
    );
    const { members: left } = await memberOperations.list(core);
    expect(left).toEqual(members.filter(({ id }) => id !== granted[0]));
    await runJson(environment, ['projections', 'rebuild', 'access', '--promote']);
    expect((await memberOperations.list(core)).members).toEqual(left);
  },
);

test('an erasure first appends an unreported refusal, once, so that no rebuild grants it', async () => {
  const { core, environment, backupDir } = await startTestHub();
  const add = (name: string) =>
    memberOperations.add(core, { name, chatId: null, timeZone: 'UTC', actor: 'cli' });
  const [quillon, bram, gone] = [await add('Quillon'), await add('Bram'), await add('Gone')];
  // Simulates a process that ended before it could read the verdict.
  await appendAndWait(core, [
    given.changeMember(quillon.id, { name: 'Merrin' }),
    given.changeMember(bram.id, { name: 'Merrin', chat_id: '42' }),
  ]);
  const erase = (memberId: string) =>
    memberErasure.erase({ ...core, noteFailure: () => {} }, { memberId, backupDir, actor: 'cli' });
  await erase(gone.id);
  await erase(quillon.id);
  const records = await readAll(core.journal.log, ['hub.membership']);
  expect(records.filter(({ type }) => type === memberChangeRefused.type)).toHaveLength(1);
  const { members: left } = await memberOperations.list(core);
  expect(left).toEqual([bram]);
  await runJson(environment, ['projections', 'rebuild', 'access', '--promote']);
  expect((await memberOperations.list(core)).members).toEqual(left);
});
