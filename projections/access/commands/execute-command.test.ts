import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { NewEvent } from '../../../shared/events/event.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import { runProjections } from '../../../shared/projection/run-projections.ts';
import { openTestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { openDirectory } from '../directory/open-directory.ts';
import { accessProjection } from '../projection.ts';
import { given, id, quill } from '../testing/membership.ts';
import { type AccessCommandEvent, executeCommand } from './execute-command.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';
import { waitForVerdicts } from './read-verdicts.ts';

const command = given.member(quill, 'Quill') as NewEvent as AccessCommandEvent;

test('a command about a member who was erased in the meantime is refused', async () => {
  const log = await openTestLog('projections');
  const projector = runProjections({ ...log, projections: [accessProjection] });
  const directory = openDirectory(log);
  onTestFinished(async () => {
    await projector.stop();
    await directory.close();
  });
  await directory.atLeast(0, 10_000);
  const hub = { ...log, directory };
  const execute = (event: unknown) => executeCommand(hub, event as AccessCommandEvent);
  await execute(command);
  await execute(given.eraseMember(quill));
  for (const [late, code] of [
    [given.changeMember(quill, { name: 'Tess' }), 'unknown_member'],
    [given.key(21, quill), 'unknown_member'],
    [{ ...given.revokeDevice(id(11)), subject: quill, key: quill }, 'unknown_member'],
    [{ ...given.block('a1', quill), subject: quill, key: quill }, 'unknown_account'],
  ] as const) {
    await expect(execute(late)).rejects.toMatchObject({ code });
  }
});

test('waits for a verdict that the live tables get late, but not for a command that they parked', async () => {
  const { database } = await openTestLog('projections');
  await expect(waitForVerdicts(database, [command])).rejects.toThrow(OutcomeUnknown);

  const live = await findLive(database, 'access');
  const waiting = waitForVerdicts(database, [command]);
  await delay(300);
  await database.run({
    text: `insert into ${live?.schema}.verdict (record_id, subject, refusal, last_offset)
           values ($1, $2, 'name_taken', 0)`,
    values: [command.recordId, command.subject],
  });
  expect([...(await waiting)]).toEqual([[command.recordId, 'name_taken']]);

  const parked = given.member(id(2), 'Bram') as NewEvent as AccessCommandEvent;
  await database.run({
    text: `insert into projection.parked
             (projection, generation, stream, partition, record_offset, record_id, subject, behind, reason)
           values ('access', 1, 'hub.membership', 0, 1, $1, $2, false, '')`,
    values: [parked.recordId, parked.subject],
  });
  expect([...(await waitForVerdicts(database, [parked]))]).toEqual([[parked.recordId, 'parked']]);
});
