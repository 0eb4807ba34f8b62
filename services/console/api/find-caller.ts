import { sessionUnusedMs } from '../../../shared/domain/session.ts';
import type { ConsoleServices } from './console-services.ts';
import { tokenInCookie } from './session-cookie.ts';

/** The member who asks, by their session. */
export interface ConsoleCaller {
  readonly sessionId: string;
  readonly memberId: string;
  readonly isAdmin: boolean;
  /** Of the cookie. What the read API takes follows from it. */
  readonly token: string;
  /** Epoch ms: when the session ends unless it is used. */
  readonly expiresAt: number;
}

/** Finds the caller by the cookie alone: a key of the read API gives nothing here. @returns null for nobody */
export async function findCaller(
  cookies: string | undefined,
  { hub, sessions, publicUrl }: ConsoleServices,
): Promise<ConsoleCaller | null> {
  const token = tokenInCookie(cookies, publicUrl);
  const session = token === null ? null : await sessions.use(token);
  if (token === null || session === null) return null;
  const { id: sessionId, memberId, lastUsedAt } = session;
  const { members, admins } = hub.directory.current();
  if (members.get(memberId)?.active !== true) return null;
  const expiresAt = lastUsedAt + sessionUnusedMs;
  return { sessionId, memberId, isAdmin: admins.has(memberId), token, expiresAt };
}
