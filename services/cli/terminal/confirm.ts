import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { printable } from './printable.ts';

export interface ConfirmedInAdvance {
  readonly yes: boolean;
  /** Confirms without a terminal, because operations.md uses `erase --json` in scripts. */
  readonly json: boolean;
}

export function readConfirmation(command: Command): ConfirmedInAdvance {
  const { yes = false, json = false } = command.optsWithGlobals<Partial<ConfirmedInAdvance>>();
  return { yes, json };
}

/**
 * @throws OperatorError when the answer is not `expected`, and without a terminal, unless the
 * operator confirmed in advance
 */
export async function confirm(
  warning: string,
  expected: string,
  { yes, json }: ConfirmedInAdvance,
): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) {
    if (json) return;
    throw notConfirmed('there is no terminal for the question, use --yes');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Ctrl-C and Ctrl-D reject and leave the cursor after the question.
    const answer = await terminal
      .question(`${printable(warning)}\nType ${printable(expected)} to continue: `)
      .catch(() => null);
    if (answer === null) process.stderr.write('\n');
    if (answer?.trim() !== expected) throw notConfirmed('it was not confirmed');
  } finally {
    terminal.close();
  }
}

function notConfirmed(why: string): OperatorError {
  return new OperatorError('not_confirmed', `nothing was erased: ${why}`);
}
