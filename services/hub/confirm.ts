import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../../shared/errors.ts';

/**
 * Asks on a terminal before something that cannot be taken back; without one whoever runs the command has decided.
 * @throws OperatorError when the answer is another than `expected`
 */
export async function confirm(warning: string, expected: string, yes: boolean): Promise<void> {
  if (yes || !process.stdin.isTTY) return;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${warning}\nType ${expected} to go on: `);
    if (answer.trim() === expected) return;
  } finally {
    terminal.close();
  }
  throw new OperatorError('not_confirmed', 'nothing was erased');
}
