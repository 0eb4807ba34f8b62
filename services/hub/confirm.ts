import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { OperatorError } from '../../shared/errors.ts';
import { printable } from './printable.ts';

/** What tells that whoever runs the command has decided. */
export interface Decided {
  readonly yes: boolean;
  /** operations.md gives `erase` with `--json` as a whole command of a script: where nobody can be asked, it goes on. */
  readonly json: boolean;
}

export function decidedBy(command: Command): Decided {
  const { yes = false, json = false } = command.optsWithGlobals<Partial<Decided>>();
  return { yes, json };
}

/**
 * Asks on a terminal before something is erased.
 * @throws OperatorError when the answer is another than `expected`, or nobody can be asked and nothing says yes
 */
export async function confirm(warning: string, expected: string, { yes, json }: Decided): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) {
    if (json) return;
    throw notConfirmed('there is no terminal to ask on, pass --yes');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Ctrl-C and Ctrl-D reject, and leave the cursor behind the question.
    const answer = await terminal
      .question(`${printable(warning)}\nType ${printable(expected)} to go on: `)
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
