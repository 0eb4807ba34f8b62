import { tokenHashOf } from '../../../projections/access/commands/devices/pair-device.ts';
import type { Directory, DirectoryKeeper } from '../../../projections/access/directory/directory.ts';
import type { Device } from '../../../projections/access/model/entities.ts';
import { batchCalls } from '../../../shared/async/batch-calls.ts';
import { LogUnavailable } from '../../../shared/errors/errors.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { type Deadline, startDeadline } from './deadline.ts';

const tokenLengthMax = 200;

/**
 * Finds the device of a token. Another process may have just paired the device, and null makes some
 * plugins stop for ever. So an unknown token is checked again against the whole log.
 * @returns null when the token is unknown or revoked, or its member left
 * @throws DirectoryUnavailable, LogUnavailable or DeadlineExceeded
 */
export function createDeviceAuthentication({
  journal,
  directory,
}: {
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
}): (token: string, deadline: Deadline) => Promise<Device | null> {
  /** Has its own deadline: a request that waited for an earlier check may have little time left. */
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

export function usableDevice(directory: Directory, tokenHash: string): Device | null {
  const device = directory.devicesByTokenHash.get(tokenHash);
  if (device === undefined || device.revoked) return null;
  return directory.members.get(device.memberId)?.active === true ? device : null;
}

/** Finds also a revoked device. Null for an unknown token. */
export function findAnyDevice(directory: Directory, token: string): Device | null {
  return isPlausible(token) ? (directory.devicesByTokenHash.get(tokenHashOf(token)) ?? null) : null;
}

function isPlausible(token: string): boolean {
  return token !== '' && token.length <= tokenLengthMax;
}

/** The directory version that shows all of the log. @throws LogUnavailable */
export async function readMembershipEnd(journal: Journal, deadline: Deadline): Promise<number> {
  try {
    const [partition] = await deadline.within(journal.log.ends(['hub.membership']));
    return partition?.end ?? 0;
  } catch (error) {
    throw new LogUnavailable('the end of hub.membership could not be read', { cause: error });
  }
}
