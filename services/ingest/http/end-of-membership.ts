import { LogUnavailable } from '../../../shared/errors.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import type { Deadline } from './deadline.ts';

/** The epoch that a directory has to show to hold all that was stated so far. @throws LogUnavailable */
export async function endOfMembership(journal: Journal, deadline: Deadline): Promise<number> {
  try {
    const [partition] = await deadline.within(journal.log.ends(['hub.membership']));
    return partition?.end ?? 0;
  } catch (error) {
    throw new LogUnavailable('the end of hub.membership could not be read', { cause: error });
  }
}
