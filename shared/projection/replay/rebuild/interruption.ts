import { OperatorError } from '../../../errors.ts';

/** What a rebuild ends with when it is asked to stop. */
export function interruption(): OperatorError {
  return new OperatorError('interrupted', 'the rebuild was interrupted; run it again to go on');
}
