import { messageOf } from '../../../shared/errors.ts';
import { DirectoryUnavailable } from '../directory/directory.ts';

/**
 * A command is in the log, and what became of it cannot be known now: it takes effect once `access` folds it, unless it is
 * refused then. Whoever gave it has to be told, and shown what it made, as the secret of a key.
 */
export class StoredOnly extends DirectoryUnavailable {}

/** The same of a command that nothing refuses once the log has it, and of which no verdict will tell. */
export class StoredForGood extends StoredOnly {}

/** For a failure after the append. @throws StoredOnly */
export function storedOnly(cause: unknown): never {
  throw new StoredOnly(messageOf(cause), { cause });
}

/** The same. @throws StoredForGood */
export function storedForGood(cause: unknown): never {
  throw new StoredForGood(messageOf(cause), { cause });
}
