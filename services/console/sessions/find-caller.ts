import type { Directory, DirectoryKeeper } from '../../../projections/access/directory/directory.ts';
import { sessionUnusedMs } from '../../../shared/domain/session.ts';
import { readSessionToken } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';

/** The member who asks, by their session. */
export interface ConsoleCaller {
  readonly sessionId: string;
  readonly memberId: string;
  readonly isAdmin: boolean;
  /** The token in the cookie. The key for the read API follows from it. */
  readonly token: string;
  /** Epoch ms: when the session ends unless it is used. */
  readonly expiresAt: number;
}

/** What the caller is found by. */
interface CallerSources {
  readonly hub: { readonly directory: DirectoryKeeper };
  readonly sessions: Pick<Sessions, 'use'>;
  readonly publicUrl: string | null;
}

/**
 * Finds the caller by the cookie alone: a key of the read API gives nothing here.
 * @returns null for nobody
 * @throws DirectoryUnavailable when it cannot be known now whether the session's member is one
 */
export async function findCaller(
  cookies: string | undefined,
  { hub, sessions, publicUrl }: CallerSources,
): Promise<ConsoleCaller | null> {
  const token = readSessionToken(cookies, publicUrl);
  const session = token === null ? null : await sessions.use(token);
  if (token === null || session === null) return null;
  const { id: sessionId, memberId, lastUsedAt } = session;
  const directory = await directoryWith(memberId, hub.directory);
  if (directory === null) return null;
  const expiresAt = lastUsedAt + sessionUnusedMs;
  return { sessionId, memberId, isAdmin: directory.admins.has(memberId), token, expiresAt };
}

/**
 * The directory, if the member is active in it. One who is not in this copy may have joined, and signed in, at another
 * console a moment ago: "signed out" would be a wrong answer, so a copy is read that is as new as the question.
 */
async function directoryWith(memberId: string, keeper: DirectoryKeeper): Promise<Directory | null> {
  const isActive = ({ members }: Directory) => members.get(memberId)?.active === true;
  const known = keeper.current();
  if (isActive(known)) return known;
  const renewed = await keeper.renewed();
  return isActive(renewed) ? renewed : null;
}
