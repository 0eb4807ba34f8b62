import type { MembershipLog } from '../../../projections/access/commands/append-and-wait.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { AuditActor } from '../../../shared/domain/actor.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { ConsoleError } from '../console-error.ts';
import type { ConsoleCaller } from '../sessions/find-caller.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { FailedSignIns, SignInAttempt } from './failed-sign-ins.ts';

/** How somebody signed in, or tried to. */
export type SignInWay = 'link' | 'set-up' | 'discord';

export interface SignInServices {
  readonly hub: MembershipLog;
  readonly sessions: Sessions;
  readonly failedSignIns: FailedSignIns;
}

export interface SigningIn {
  readonly memberId: string;
  readonly how: SignInWay;
  /** Who made the link, where that is somebody else. */
  readonly by?: AuditActor;
  /** Who was signed in with this browser. */
  readonly before: ConsoleCaller | null;
}

/** Signs a member in, whoever was signed in before with this browser is not any more. @returns the token of the session */
export async function signIn({ hub, sessions }: SignInServices, signing: SigningIn): Promise<string> {
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

/** Notes that somebody could not sign in, without their address and without what they typed. */
export async function noteFailedSignIn(
  { hub }: Pick<SignInServices, 'hub'>,
  { attempt, how }: { readonly attempt: SignInAttempt; readonly how: SignInWay },
): Promise<void> {
  const isNoted = await attempt.fail();
  if (isNoted) await recordInAudit(hub.journal, { by: 'hub', action: 'sign-in-failed', details: { how } });
}

/** Notes the failure as `noteFailedSignIn` does. @throws the refusal */
export async function refuseSignIn(
  services: Pick<SignInServices, 'hub'>,
  {
    refusal,
    ...failure
  }: { readonly attempt: SignInAttempt; readonly how: SignInWay; readonly refusal: ConsoleError },
): Promise<never> {
  await noteFailedSignIn(services, failure);
  throw refusal;
}

/** The member, if they can sign in. */
export function memberToSignIn({ members }: Directory, memberId: string) {
  const member = members.get(memberId);
  return member?.active ? member : null;
}

export const refusedLink = (): ConsoleError =>
  new ConsoleError('link_refused', 'this link is unknown, was used already or has expired');
