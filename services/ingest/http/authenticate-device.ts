import { tokenHashOf } from '../../../projections/access/commands/device-pairing.ts';
import type { Device, Directory, DirectoryKeeper } from '../../../projections/access/directory/directory.ts';
import { batchCalls } from '../../../shared/async/batch-calls.ts';
import { LogUnavailable } from '../../../shared/errors/errors.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { type Deadline, startDeadline } from './deadline.ts';

const tokenLengthMax = 200;

/**
 * The device of a token, or null: unknown, revoked, or its member left. Null makes the plugin give up for good, so an
 * unknown token is looked up again in a directory that shows everything the log held when the request came, and is read
 * from a database that answers: a device may have been paired through another process a moment ago.
 * @throws DirectoryUnavailable, LogUnavailable or DeadlineExceeded when that cannot be known now
 */
export function createDeviceAuthentication({
  journal,
  directory,
}: {
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
}): (token: string, deadline: Deadline) => Promise<Device | null> {
  /** Under a deadline of its own, and not of a request that waits for it: that one may have waited for the run before. */
  const lookUp = batchCalls(
    async (tokenHashes: readonly string[]) => {
      const deadline = startDeadline();
      await directory.atLeast(await endOfMembership(journal, deadline), deadline.remainingMs());
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
    return deadline.within(lookUp(tokenHash));
  };
}

function usableDevice(directory: Directory, tokenHash: string): Device | null {
  const device = directory.devicesByTokenHash.get(tokenHash);
  if (device === undefined || device.revoked) return null;
  return directory.members.get(device.memberId)?.active === true ? device : null;
}

/** The device of a token in this directory, without another look at the log; null as above. */
export function deviceOfToken(directory: Directory, token: string): Device | null {
  return isPlausible(token) ? usableDevice(directory, tokenHashOf(token)) : null;
}

/** Whether a token is worth a hash. */
function isPlausible(token: string): boolean {
  return token !== '' && token.length <= tokenLengthMax;
}

/** The epoch from which on a directory shows everything that was stated so far. @throws LogUnavailable */
export async function endOfMembership(journal: Journal, deadline: Deadline): Promise<number> {
  try {
    const [partition] = await deadline.within(journal.log.ends(['hub.membership']));
    return partition?.end ?? 0;
  } catch (error) {
    throw new LogUnavailable('the end of hub.membership could not be read', { cause: error });
  }
}
