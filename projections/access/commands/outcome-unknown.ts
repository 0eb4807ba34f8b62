import { messageOf } from '../../../shared/errors/errors.ts';
import { DirectoryUnavailable } from '../directory/directory.ts';

/**
 * A command is in the log, and its outcome cannot be known now. It takes effect when `access` folds
 * it, unless it is refused then. The caller has to be told, and gets what the command created, such
 * as the secret of a key.
 */
export class OutcomeUnknown extends DirectoryUnavailable {}

/**
 * Like `OutcomeUnknown`, for a command that has no verdict and is never refused after the append.
 */
export class AcceptedButUnseen extends OutcomeUnknown {}

/** The message for the caller. */
export const outcomeUnknownMessage =
  'the change is stored and takes effect as soon as the hub has projected it';

/** Throws `OutcomeUnknown` for a failure after the append. */
export const outcomeUnknown = failingAs(OutcomeUnknown);
export const acceptedButUnseen = failingAs(AcceptedButUnseen);

function failingAs(Kind: typeof OutcomeUnknown): (cause: unknown) => never {
  return (cause) => {
    throw new Kind(messageOf(cause), { cause });
  };
}
