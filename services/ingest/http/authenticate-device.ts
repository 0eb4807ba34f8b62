import { tokenHashOf } from '../../../projections/access/commands/devices/pair-device.ts';
import type { Directory, DirectoryKeeper } from '../../../projections/access/directory/directory.ts';
import type { Device } from '../../../projections/access/model/entities.ts';
import { batchCalls } from '../../../shared/async/batch-calls.ts';
import { LogUnavailable } from '../../../shared/errors/errors.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { type Deadline, startDeadline } from './deadline.ts';

const tokenLengthMax = 200;

/**
 * Finds the device of a token. Null: the token is unknown or revoked, or its member left. Null
 * makes some plugins stop for ever. An unknown token is therefore checked again in a directory that
 * shows the whole log: another process may have just paired the device.
 * @throws DirectoryUnavailable, LogUnavailable or DeadlineExceeded when the token cannot be checked
 * now
 */
export function createDeviceAuthentication({
  journal,
  directory,
}: {
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
}): (token: string, deadline: Deadline) => Promise<Device | null> {
  /**
   * Has its own deadline, because a request that waited for an earlier check may have little time
   * left.
   */
  const checkAgain = batchCalls(
    async (tokenHashes: readonly string[]) => {
      const deadline = startDeadline();
      await directory.atLeast(await readMembershipEnd(journal, deadline), deadline.remainingMs());
      const known = directory.current();
      return tokenHashes.map((tokenHash) => usableDevice(known, tokenHash));
    },
    { oneAtATime: true },
  );

  return async (token, deadline) => {
    if (!isPlausible(token)) return null;
    const tokenHash = tokenHashOf(token);
    const known = directory.currentOrStale();
    if (known.devicesByTokenHash.has(tokenHash)) return usableDevice(known, tokenHash);
    return deadline.within(checkAgain(tokenHash));
  };
}

/** The device of a token that may report: not revoked, and of an active member. */
export function usableDevice(directory: Directory, tokenHash: string): Device | null {
  const device = directory.devicesByTokenHash.get(tokenHash);
  if (device === undefined || device.revoked) return null;
  return directory.members.get(device.memberId)?.active === true ? device : null;
}

/**
 * Finds the device of a token in this directory alone, also a device that was revoked. Null for an
 * unknown token.
 */
export function findAnyDevice(directory: Directory, token: string): Device | null {
  return isPlausible(token) ? (directory.devicesByTokenHash.get(tokenHashOf(token)) ?? null) : null;
}

/** A token that cannot exist is not hashed, to save time. */
function isPlausible(token: string): boolean {
  return token !== '' && token.length <= tokenLengthMax;
}

/** Reads the directory version that shows all of the log. @throws LogUnavailable */
export async function readMembershipEnd(journal: Journal, deadline: Deadline): Promise<number> {
  try {
    const [partition] = await deadline.within(journal.log.ends(['hub.membership']));
    return partition?.end ?? 0;
  } catch (error) {
    throw new LogUnavailable('the end of hub.membership could not be read', { cause: error });
  }
}
