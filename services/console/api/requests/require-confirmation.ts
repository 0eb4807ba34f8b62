import { ConsoleError } from '../../console-error.ts';

/**
 * What cannot be taken back is confirmed by typing what it is about.
 * @throws ConsoleError, which does not say what was typed
 */
export function requireConfirmation(typed: string, expected: string): void {
  if (typed.trim() === expected) return;
  throw new ConsoleError('invalid', 'what was typed is not what was asked for: nothing was changed');
}
