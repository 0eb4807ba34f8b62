import { OperatorError } from '../../../shared/errors/errors.ts';
import { type Refusal, refusalMessages } from '../fold/refusal.ts';

/** A command was not granted: the directory already shows why, or the fold decided so. One line says it. */
export class CommandRefused extends OperatorError {}

export function refused(refusal: Refusal): CommandRefused {
  return new CommandRefused(refusal, refusalMessages[refusal]);
}
