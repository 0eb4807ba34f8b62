import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { OutcomeUnknown } from '../../../projections/access/commands/outcome-unknown.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { atEnd } from '../../../test/support/at-end.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { connect } from '../../cli/connection/connect.ts';
import { explainDelay } from '../../cli/run-command.ts';
import { carryOutOnce } from '../../console/commands/carry-out-once.ts';
import { readCommandOutcome } from '../../console/commands/command-outcome.ts';
import { readStandaloneSettings } from '../../standalone/settings.ts';
import { requestIdsOf } from '../operation-hub.ts';
import { correctXp } from './accept-lower-xp.ts';

const report = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);

test('a correction that the series do not show yet is granted and stored once, and shown later', async () => {
  const running = await startTestHub();
  const hub = await connect(
    readStandaloneSettings(running.environment),
    createLogger({ name: 'test', level: 'silent' }),
  );
  atEnd(() => hub.close());
  const { database } = running;
  const memberId = await running.addMember('Quill');
  const token = await running.pair(memberId);
  const body = JSON.parse(await readFile(report, 'utf8'));
  const had = body.player.stats.skills.Attack.xp;
  const attack = async () => {
    const text = `select xp, lower_since is not null as waits from xp_history_g1.skill where skill = 'Attack'`;
    return (await database.many<{ xp: number; waits: boolean }>({ text }))[0];
  };
  expect((await running.report(token, body)).status).toBe(200);
  await expect.poll(attack).toEqual({ xp: had, waits: false });
  body.player.stats.skills.Attack.xp = had - 1_000;
  body.timestamp = Date.now();
  expect((await running.report(token, body)).status).toBe(200);
  await expect.poll(attack).toEqual({ xp: had, waits: true });
  const { account_id: accountId } = await database.one<{ account_id: string }>({
    text: 'select account_id from access_g1.account',
  });

  const held = await database.connect();
  await held.query('begin');
  await held.query(`select from projection.checkpoint where projection = 'xp-history' for update`);
  const command = { requestId: randomUUID(), memberId };
  const input = { accountId, actor: `member:${memberId}`, requestId: command.requestId } as const;
  const correct = () => correctXp(hub, input, { withinMs: 1_000 });
  const failure = await carryOutOnce(database, command, correct).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OutcomeUnknown);
  expect(() => explainDelay(failure)).toThrow(/^the change is stored .*; xp-history did not catch up within/);
  expect(await readCommandOutcome(hub, command)).toEqual({ state: 'granted', message: null });
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
