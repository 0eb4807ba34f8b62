import type { AuditActor } from '../../../shared/domain/actor.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { type SignInLinkStore, signInLinkUrl } from './sign-in-links.ts';

export interface SignInLinkOptions {
  readonly memberId: string;
  readonly by: AuditActor;
  readonly origin: string;
}

/** The link works once, within 15 minutes. The audit log records who created the link. */
export async function createSignInLink(
  { journal, links }: { readonly journal: Journal; readonly links: SignInLinkStore },
  { memberId, by, origin }: SignInLinkOptions,
): Promise<{ readonly link: string; readonly expires_at: string }> {
  // First, so that every link has an audit entry.
  await recordInAudit(journal, { by, action: 'sign-in-link-made', about: [memberId], subject: memberId });
  const { token, expiresAt } = await links.create(memberId, by);
  return { link: signInLinkUrl(origin, token), expires_at: new Date(expiresAt).toISOString() };
}
