import { randomUUID } from 'node:crypto';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../../projections/access/commands/command-event.ts';
import { throwAcceptedButUnseen } from '../../../projections/access/commands/outcome-unknown.ts';
import { requireAccount } from '../../../projections/access/commands/require-known.ts';
import { accountStateProjection } from '../../../projections/account-state/projection.ts';
import { readReportedXp } from '../../../projections/account-state/queries/parts.ts';
import { xpHistoryProjection } from '../../../projections/xp-history/projection.ts';
import { readWaitingSkills, type WaitingSkill } from '../../../projections/xp-history/queries/read-skills.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { xpCorrected } from '../../../shared/events/types/xp-corrected.ts';
import { auditEvent } from '../../../shared/log/record-in-audit.ts';
import { auditActorOf, type OperationHub, type Requested, requestIdsOf } from '../operation-hub.ts';
import { type Patience, untilShown, whileCurrent } from '../run-while-projecting.ts';

type CorrectionInput = Requested<{ readonly accountId: string }>;

interface CorrectedSkill {
  readonly skill: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Makes the series of an account take lower xp that waits (rules/xp.md#falling-xp). The last
 * reported xp counts first, then the xp that was taken for another character's within a day.
 * @throws OperatorError when no lower xp waits; AcceptedButUnseen when the series do not show the
 * correction in time
 */
export async function correctXp(hub: OperationHub, input: CorrectionInput, patience?: Patience) {
  const { id } = requireAccount(await readCurrent(hub), input.accountId);
  const corrected = await whileCurrent(hub, [accountStateProjection, xpHistoryProjection], () =>
    correctAll(hub, input, patience),
  );
  if (corrected.length > 0) return { account: id, corrected };
  throw new OperatorError(
    'nothing_to_correct',
    `no lower xp of ${id} waits for confirmation, so there is nothing to correct`,
  );
}

async function correctAll(
  hub: OperationHub,
  { accountId, actor, requestId = randomUUID() }: CorrectionInput,
  patience?: Patience,
): Promise<CorrectedSkill[]> {
  const reported = await readReportedXp(hub.database, accountId);
  const waiting = await readWaitingSkills(hub.database, accountId);
  const correctedBy = (to: (skill: WaitingSkill) => number | null | undefined): CorrectedSkill[] =>
    waiting.flatMap((skill) => {
      const lower = to(skill) ?? skill.xp;
      return lower < skill.xp ? [{ skill: skill.skill, from: skill.xp, to: lower }] : [];
    });
  const own = correctedBy(({ skill }) => reported.get(skill));
  // A plugin that knows its world counts first: refused xp may come from a special world.
  const corrected = own.length > 0 ? own : correctedBy(({ lower_xp: refused }) => refused);
  if (corrected.length === 0) return [];
  const skills = Object.fromEntries(corrected.map(({ skill, to }) => [skill, to]));
  const source = actor === 'cli' ? 'cli' : 'hub';
  const [entryId] = requestIdsOf(requestId, 2);
  const entry = auditEvent({
    by: auditActorOf(hub, actor),
    action: 'xp-corrected',
    about: [accountId],
    details: { skills: corrected.map(({ skill, from, to }) => `${skill} ${from} to ${to}`) },
    subject: accountId,
  });
  const [position] = await hub.journal.append([
    withRequestId(newEvent(xpCorrected, { subject: accountId, source }, { skills }), requestId),
    withRequestId(entry, entryId),
  ]);
  if (position === undefined) throw new Error('the log returned no position');
  const { stream, partition, offset } = position;
  const ends = [{ stream, partition, start: 0, end: offset + 1 }];
  await untilShown(hub, xpHistoryProjection, ends, patience).catch(throwAcceptedButUnseen);
  return corrected;
}
