import { messageOf } from '../../../shared/errors/errors.ts';
import { DirectoryUnavailable } from '../directory/directory.ts';

/**
 * A command is in the log, but its outcome is not known. The code that catches this error must
 * still print what the command created, such as the secret of a key.
 */
export class OutcomeUnknown extends DirectoryUnavailable {}

/** The command was granted, but the tables do not show its effect yet. */
export class AcceptedButUnseen extends OutcomeUnknown {}

export const outcomeUnknownMessage =
  'the change is stored and takes effect as soon as the hub has projected it';

export const throwOutcomeUnknown = failingAs(OutcomeUnknown);
export const throwAcceptedButUnseen = failingAs(AcceptedButUnseen);

function failingAs(Kind: typeof OutcomeUnknown): (cause: unknown) => never {
  return (cause) => {
    throw new Kind(messageOf(cause), { cause });
  };
}
