import { ConsoleError } from '../../console-error.ts';

/** @throws ConsoleError, which does not repeat the typed text */
export function requireConfirmation(typed: string, expected: string): void {
  if (typed.trim() === expected) return;
  throw new ConsoleError('invalid', 'the typed text does not match: nothing was changed');
}
