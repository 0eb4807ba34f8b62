import { messageOf } from '../../../shared/errors/errors.ts';
import { DirectoryUnavailable } from '../directory/directory.ts';

/**
 * A command is in the log, and what became of it cannot be known now: it takes effect once `access` folds it, unless it is
 * refused then. Whoever gave it has to be told, and shown what it made, as the secret of a key.
 */
export class OutcomeUnknown extends DirectoryUnavailable {}

/** As `OutcomeUnknown`, of a command that nothing refuses once the log has it, and of which no verdict will tell. */
export class AcceptedButUnseen extends OutcomeUnknown {}

/** What whoever gave it is told. */
export const outcomeUnknownMessage =
  'the change is stored and takes effect as soon as the hub has projected it';

/** For failures after the append. */
export const outcomeUnknown = failingAs(OutcomeUnknown);
export const acceptedButUnseen = failingAs(AcceptedButUnseen);

function failingAs(Kind: typeof OutcomeUnknown): (cause: unknown) => never {
  return (cause) => {
    throw new Kind(messageOf(cause), { cause });
  };
}
