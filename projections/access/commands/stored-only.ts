import { messageOf } from '../../../shared/errors/errors.ts';
import { DirectoryUnavailable } from '../directory/directory.ts';

/**
 * A command is in the log, and what became of it cannot be known now: it takes effect once `access` folds it, unless it is
 * refused then. Whoever gave it has to be told, and shown what it made, as the secret of a key.
 */
export class StoredOnly extends DirectoryUnavailable {}

/** As `StoredOnly`, of a command that nothing refuses once the log has it, and of which no verdict will tell. */
export class StoredForGood extends StoredOnly {}

/** What whoever gave it is told. */
export const storedLine = 'the change is stored and takes effect as soon as the hub has projected it';

/** For failures after the append. */
export const storedOnly = failingAs(StoredOnly);
export const storedForGood = failingAs(StoredForGood);

function failingAs(Kind: typeof StoredOnly): (cause: unknown) => never {
  return (cause) => {
    throw new Kind(messageOf(cause), { cause });
  };
}
