import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { OutcomeUnknown } from '../../../projections/access/commands/outcome-unknown.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { atEnd } from '../../../test/support/at-end.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { connect } from '../../cli/connection/connect.ts';
import { explainDelay } from '../../cli/run-command.ts';
import { readCommandOutcome } from '../../console/api/routes/commands.ts';
import { carryOutOnce } from '../../console/commands/carry-out-once.ts';
import { readStandaloneSettings } from '../../standalone/settings.ts';
import { requestIdsOf } from '../operation-hub.ts';
import { correctXp } from './accept-lower-xp.ts';

const report = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);

async function openPlayer() {
  const running = await startTestHub();
  const hub = await connect(
    readStandaloneSettings(running.environment),
    createLogger({ name: 'test', level: 'silent' }),
  );
  atEnd(() => hub.close());
  const memberId = await running.addMember('Quill');
  const [token, pasted] = [await running.pair(memberId), await running.pair(memberId)];
  const body = JSON.parse(await readFile(report, 'utf8'));
  const skillsOf = async (column: 'xp' | 'lower_xp'): Promise<Record<string, number>> => {
    const rows = await running.database.many<{ skill: string; value: number }>({
      text: `select skill, ${column} as value from xp_history_g1.skill`,
    });
    return Object.fromEntries(rows.map(({ skill, value }) => [skill, value]));
  };
  const reportHa = async (xp: Readonly<Record<string, number>>) => {
    for (const [skill, value] of Object.entries(xp)) body.player.stats.skills[skill].xp = value;
    body.timestamp = Date.now();
    expect((await running.report(token, body)).status).toBe(200);
  };
  const reportRseye = async (xp: Readonly<Record<string, number>>) => {
    const statChanges = Object.entries(xp).map(([skill, value]) => ({
      skill,
      xp: value,
      level: 1,
    }));
    const answer = await fetch(`${running.url}/api/rseye/stat_update/`, {
      method: 'POST',
      headers: { authorization: `Bearer: ${pasted}` },
      body: JSON.stringify({ username: body.player.name, statChanges }),
    });
    expect(answer.status).toBe(200);
  };
  await reportHa({});
  await running.projected();
  const { account_id: account } = await running.database.one<{
    account_id: string;
  }>({
    text: 'select account_id from access_g1.account',
  });
  return {
    hub,
    running,
    memberId,
    account,
    had: body.player.stats.skills.Attack.xp as number,
    skillsOf,
    reportHa,
    reportRseye,
  };
}

test('xp that was taken for another character’s is accepted within a day, unless a plugin that knows its world reported lower xp', async () => {
  const { hub, running, account, skillsOf, reportHa, reportRseye } = await openPlayer();
  await reportRseye({ ATTACK: 1_000, MAGIC: 2_000 });
  await expect.poll(() => skillsOf('lower_xp')).toMatchObject({ Attack: 1_000, Magic: 2_000 });
  const { Attack = 0, Magic = 0 } = await skillsOf('xp');
  const correct = () => correctXp(hub, { accountId: account, actor: 'cli' });
  await running.database.run({
    text: 'update xp_history_g1.skill set lower_at = lower_at - 86400000',
  });
  await expect(correct()).rejects.toMatchObject({ code: 'nothing_to_correct' });
  await running.database.run({
    text: 'update xp_history_g1.skill set lower_at = lower_at + 86400000',
  });
  await reportHa({ Attack: Attack - 5 });
  await expect.poll(() => skillsOf('lower_xp')).toMatchObject({ Attack: Attack - 5 });
  expect((await correct()).corrected).toEqual([{ skill: 'Attack', from: Attack, to: Attack - 5 }]);
  expect((await correct()).corrected).toEqual([{ skill: 'Magic', from: Magic, to: 2_000 }]);
  expect(await skillsOf('xp')).toMatchObject({
    Attack: Attack - 5,
    Magic: 2_000,
  });
});

test('a correction that the series do not show yet is granted and stored once, and shown later', async () => {
  const { hub, running, memberId, account: accountId, had, reportHa } = await openPlayer();
  const { database } = running;
  const attack = async () => {
    const text = `select xp, lower_since is not null as waits from xp_history_g1.skill where skill = 'Attack'`;
    return (await database.many<{ xp: number; waits: boolean }>({ text }))[0];
  };
  await reportHa({ Attack: had - 1_000 });
  await expect.poll(attack).toEqual({ xp: had, waits: true });

  const held = await database.connect();
  await held.query('begin');
  await held.query(`select from projection.checkpoint where projection = 'xp-history' for update`);
  const command = { requestId: randomUUID(), memberId };
  const input = {
    accountId,
    actor: `member:${memberId}`,
    requestId: command.requestId,
  } as const;
  const correct = () => correctXp(hub, input, { withinMs: 1_000 });
  const failure = await carryOutOnce(database, command, correct).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OutcomeUnknown);
  expect(() => explainDelay(failure)).toThrow(/^the change is stored .*; xp-history did not catch up within/);
  expect(await readCommandOutcome(hub, command)).toEqual({
    state: 'granted',
    message: null,
  });
  const repeated = () => carryOutOnce(database, command, correct);
  await expect(repeated()).rejects.toMatchObject({ code: 'already_given' });
  await held.query('commit');
  await held.end();
  await expect.poll(attack).toEqual({ xp: had - 1_000, waits: false });
  await expect(repeated()).rejects.toMatchObject({ code: 'already_given' });
  await running.projected();
  // The id derives from the request id, so the entry is the same in any process.
  const text = `select record_id from audit_log_g1.entry where action = 'xp-corrected'`;
  expect(await database.many({ text })).toEqual([{ record_id: requestIdsOf(command.requestId, 2)[0] }]);
});
