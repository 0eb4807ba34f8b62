import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { printable } from './printable.ts';

const triesMax = 3;

/** @throws OperatorError when none of the words was typed in three tries */
export async function askChoice<Choice extends string>(
  question: string,
  choices: readonly Choice[],
): Promise<Choice> {
  const chosen = await ask(question, `Type ${choices.join(' or ')}: `, triesMax, (typed) =>
    choices.find((choice) => choice === typed.toLowerCase()),
  );
  if (chosen !== undefined) return chosen;
  throw notConfirmed(`neither ${choices.join(' nor ')} was typed`);
}

/**
 * @throws OperatorError when the answer is not `expected`, and without a terminal, unless the
 * operator confirmed in advance
 */
export async function confirm(warning: string, expected: string, command: Command): Promise<void> {
  const { yes, json } = command.optsWithGlobals<{ readonly yes?: true; readonly json?: true }>();
  if (yes) return;
  if (!process.stdin.isTTY) {
    // Confirms without a terminal, because operations.md uses `erase --json` in scripts.
    if (json) return;
    throw notConfirmed('there is no terminal for the question, use --yes');
  }
  const typed = await ask(warning, `Type ${printable(expected)} to continue: `, 1, (text) => text);
  if (typed !== expected) throw notConfirmed('it was not confirmed');
}

/** @returns the first usable answer; undefined after `tries`, or when the question is refused */
async function ask<Answer>(
  question: string,
  prompt: string,
  tries: number,
  answerOf: (typed: string) => Answer | undefined,
): Promise<Answer | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    process.stderr.write(`${printable(question)}\n`);
    for (let left = tries; left > 0; left -= 1) {
      // Ctrl-C and Ctrl-D reject and leave the cursor after the question.
      const typed = await terminal.question(prompt).catch(() => null);
      if (typed === null) {
        process.stderr.write('\n');
        return undefined;
      }
      const answer = answerOf(typed.trim());
      if (answer !== undefined) return answer;
    }
    return undefined;
  } finally {
    terminal.close();
  }
}

function notConfirmed(why: string): OperatorError {
  return new OperatorError('not_confirmed', `nothing was erased: ${why}`);
}
