import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { accountStateProjection } from '../../../projections/account-state/projection.ts';
import { readReportedXp } from '../../../projections/account-state/queries/read-reported-xp.ts';
import { xpHistoryProjection } from '../../../projections/xp-history/projection.ts';
import { readWaitingSkills } from '../../../projections/xp-history/queries/read-waiting-skills.ts';
import { OperatorError } from '../../../shared/errors.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { xpCorrected } from '../../../shared/events/xp-corrected.ts';
import { auditEvent } from '../../../shared/log/record-in-audit.ts';
import type { HubConnection } from '../connect.ts';
import { findAccount } from '../lookup.ts';
import type { Output } from '../output.ts';
import { line } from '../printable.ts';
import { thousands } from '../progress-display.ts';
import { runCommand } from '../run-command.ts';
import { untilShown, whileCurrent } from '../while-projected.ts';

export function accountCorrectXpCommand(group: Command): void {
  group
    .command('correct-xp')
    .description('take lower xp into the history at once, which otherwise waits 24 hours for confirmation')
    .argument('<account>', 'its id, or its name')
    .action((account: string, _: unknown, command: Command) =>
      runCommand(command, (hub) => correctXp(hub, account)),
    );
}

interface CorrectedSkill {
  readonly skill: string;
  readonly from: number;
  readonly to: number;
}

/** Has the series of an account take the xp that was reported last (decisions.md, Falling xp). */
async function correctXp(hub: HubConnection, idOrName: string): Promise<Output> {
  const { id, name } = findAccount(await readCurrent(hub), idOrName);
  const corrected = await whileCurrent(hub, accountStateProjection, () =>
    whileCurrent(hub, xpHistoryProjection, () => correctAll(hub, id)),
  );
  if (corrected.length === 0) {
    const message = line`no lower xp of ${name ?? id} waits for confirmation: there is nothing to correct`;
    throw new OperatorError('nothing_to_correct', message);
  }
  const lines = corrected.map(
    ({ skill, from, to }) => line`${skill}: ${thousands(from)} became ${thousands(to)}`,
  );
  return {
    document: { account: id, corrected },
    text: [line`Corrected the xp of ${name ?? id}; no gain counts the fall.`, ...lines].join('\n'),
  };
}

async function correctAll(hub: HubConnection, accountId: string): Promise<CorrectedSkill[]> {
  const reported = await readReportedXp(hub.database, accountId);
  const waiting = await readWaitingSkills(hub.database, accountId);
  const corrected = waiting.flatMap(({ skill, xp }) => {
    const to = reported.get(skill);
    return to !== undefined && to < xp ? [{ skill, from: xp, to }] : [];
  });
  if (corrected.length === 0) return [];
  const skills = Object.fromEntries(corrected.map(({ skill, to }) => [skill, to]));
  const [position] = await hub.journal.append([
    newEvent(xpCorrected, { subject: accountId, source: 'cli' }, { skills }),
    auditEvent({
      by: `cli:${hub.operator}`,
      action: 'xp-corrected',
      about: [accountId],
      details: { skills: corrected.map(({ skill, from, to }) => `${skill} ${from} to ${to}`) },
      subject: accountId,
    }),
  ]);
  if (position === undefined) throw new Error('the log told no position');
  const { stream, partition, offset } = position;
  await untilShown(hub, xpHistoryProjection, [{ stream, partition, start: 0, end: offset + 1 }]);
  return corrected;
}
