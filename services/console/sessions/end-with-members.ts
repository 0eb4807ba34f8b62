import type { Directory, DirectoryKeeper } from '../../../projections/access/directory/directory.ts';
import type { Logger } from '../../../shared/logger.ts';
import { hasMembers } from '../sign-in/set-up.ts';
import type { Sessions } from './sessions.ts';

/**
 * Takes the sessions of members who left or were erased out of the table. They are refused before: whoever looks a session
 * up looks at its member, too. @returns how to stop; resolves when nothing is under way
 */
export function endWithMembers(options: {
  readonly sessions: Pick<Sessions, 'endAllBut'>;
  readonly directory: Pick<DirectoryKeeper, 'currentOrStale' | 'onChange'>;
  readonly logger: Logger;
}): () => Promise<void> {
  const { sessions, directory, logger } = options;
  let done: Directory['members'] | undefined;
  let ending: Promise<void> | undefined;

  async function endAll(): Promise<void> {
    // Nobody has left a hub without members: the session is of the first one, whom the log has and this copy does not.
    if (!hasMembers(directory.currentOrStale())) return;
    for (let { members } = directory.currentOrStale(); members !== done; ) {
      await sessions.endAllBut([...members.values()].flatMap(({ id, active }) => (active ? [id] : [])));
      done = members;
      members = directory.currentOrStale().members;
    }
  }

  function endSoon(): void {
    ending ??= endAll()
      // The next copy of the directory, a second later at most, tries again.
      .catch((error: Error) => logger.warn({ err: error }, 'cannot end the sessions of members who left'))
      .finally(() => {
        ending = undefined;
      });
  }

  endSoon();
  const stop = directory.onChange(({ members }) => {
    if (members !== done) endSoon();
  });
  return async () => {
    stop();
    await ending;
  };
}
