import type { Directory, DirectoryKeeper } from '../../../projections/access/directory/directory.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import { listErasedMemberIds } from '../ever-had-members.ts';
import type { Sessions } from './sessions.ts';

/**
 * Deletes the sessions of former members. Their requests are refused even before the deletion,
 * because every lookup also checks the member.
 * @returns how to stop; resolves when no work is running
 */
export function endFormerMemberSessions(options: {
  readonly sessions: Pick<Sessions, 'endAllOfMembers'>;
  readonly directory: Pick<DirectoryKeeper, 'currentOrStale' | 'onChange'>;
  readonly logger: Logger;
}): () => Promise<void> {
  const { sessions, directory, logger } = options;
  let done: Directory | undefined;
  let ending: Promise<void> | undefined;

  const isDone = (copy: Directory) => copy.members === done?.members && copy.erased === done.erased;

  async function endAll(): Promise<void> {
    for (let copy = directory.currentOrStale(); !isDone(copy); copy = directory.currentOrStale()) {
      await sessions.endAllOfMembers(goneFrom(copy));
      done = copy;
    }
  }

  function endSoon(): void {
    ending ??= endAll()
      // The next change of the directory tries again.
      .catch((error: Error) => logger.warn({ err: error }, 'cannot end the sessions of members who left'))
      .finally(() => {
        ending = undefined;
      });
  }

  endSoon();
  const stop = directory.onChange((copy) => {
    if (!isDone(copy)) endSoon();
  });
  return async () => {
    stop();
    await ending;
  };
}

/** A member who is missing here may be newer than this directory. */
function goneFrom(copy: Directory): string[] {
  const left = [...copy.members.values()].flatMap(({ id, active }) => (active ? [] : [id]));
  return [...left, ...listErasedMemberIds(copy)];
}
