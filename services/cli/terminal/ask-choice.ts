import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { printable } from './printable.ts';

const triesMax = 3;

/** @throws OperatorError when none of the words was typed in three tries */
export async function askChoice<Choice extends string>(
  question: string,
  choices: readonly Choice[],
): Promise<Choice> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const words = choices.join(' or ');
  try {
    process.stderr.write(`${printable(question)}\n`);
    for (let tries = 0; tries < triesMax; tries += 1) {
      // Ctrl-C and Ctrl-D reject and leave the cursor after the question.
      const typed = await terminal.question(`Type ${words}: `).catch(() => null);
      if (typed === null) process.stderr.write('\n');
      const chosen = choices.find((choice) => choice === typed?.trim().toLowerCase());
      if (chosen !== undefined) return chosen;
      if (typed === null) break;
    }
  } finally {
    terminal.close();
  }
  throw new OperatorError('not_confirmed', `nothing was erased: neither ${choices.join(' nor ')} was typed`);
}
