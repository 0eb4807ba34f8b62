import type { Directory, DirectoryKeeper } from '../../../projections/access/directory/directory.ts';
import { sessionUnusedMs } from '../../../shared/domain/session.ts';
import { readSessionToken } from './cookies.ts';
import type { Sessions } from './sessions.ts';

export interface ConsoleCaller {
  readonly sessionId: string;
  readonly memberId: string;
  readonly isAdmin: boolean;
  /** The session key is derived from the token. */
  readonly token: string;
  /** Epoch ms: when the session ends without further use. */
  readonly expiresAt: number;
}

interface CallerSources {
  readonly hub: { readonly directory: DirectoryKeeper };
  readonly sessions: Pick<Sessions, 'use'>;
  readonly publicUrl: string | null;
}

/**
 * Does not accept API keys.
 * @returns null for nobody
 * @throws DirectoryUnavailable when the membership cannot be checked now
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
 * A missing member may have joined through another console a moment ago, so the directory is
 * refreshed first.
 */
async function directoryWith(memberId: string, keeper: DirectoryKeeper): Promise<Directory | null> {
  const isActive = ({ members }: Directory) => members.get(memberId)?.active === true;
  const known = keeper.current();
  if (isActive(known)) return known;
  const renewed = await keeper.renewed();
  return isActive(renewed) ? renewed : null;
}
