import type { MembershipLog } from '../../../projections/access/commands/append-and-wait.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { AuditActor } from '../../../shared/domain/actor.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { ConsoleError } from '../console-error.ts';
import type { ConsoleCaller } from '../sessions/find-caller.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { FailedSignIns, SignInAttempt } from './failed-sign-ins.ts';

export type SignInMethod = 'link' | 'set-up' | 'discord';

export interface SignInServices {
  readonly hub: MembershipLog;
  readonly sessions: Sessions;
  readonly failedSignIns: FailedSignIns;
}

export interface SignInRequest {
  readonly memberId: string;
  readonly how: SignInMethod;
  /** The creator of the link, when it is not the member. */
  readonly by?: AuditActor;
  readonly before: ConsoleCaller | null;
}

/** Ends the previous session of the browser. @returns the token of the session */
export async function signIn({ hub, sessions }: SignInServices, signing: SignInRequest): Promise<string> {
  const { memberId, how, by, before } = signing;
  await recordInAudit(hub.journal, {
    by: `member:${memberId}`,
    action: 'signed-in',
    about: [memberId],
    details: { how, ...(by !== undefined && { by }) },
    subject: memberId,
  });
  if (before !== null) await sessions.end(before.sessionId);
  const { token } = await sessions.begin(memberId);
  return token;
}

/** Leaves out the address and the typed text. */
export async function recordFailedSignIn(
  { hub }: Pick<SignInServices, 'hub'>,
  { attempt, how }: { readonly attempt: SignInAttempt; readonly how: SignInMethod },
): Promise<void> {
  const isNoted = await attempt.fail();
  if (isNoted) await recordInAudit(hub.journal, { by: 'hub', action: 'sign-in-failed', details: { how } });
}

/** Records the failure like `recordFailedSignIn`. @throws the refusal */
export async function refuseSignIn(
  services: Pick<SignInServices, 'hub'>,
  {
    refusal,
    ...failure
  }: { readonly attempt: SignInAttempt; readonly how: SignInMethod; readonly refusal: ConsoleError },
): Promise<never> {
  await recordFailedSignIn(services, failure);
  throw refusal;
}

export function findActiveMember({ members }: Directory, memberId: string) {
  const member = members.get(memberId);
  return member?.active ? member : null;
}

export const createLinkRefusal = (): ConsoleError =>
  new ConsoleError('link_refused', 'this link is unknown, was used already or has expired');
