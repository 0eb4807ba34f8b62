import type { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';

/** A body or a query as its route has it. @throws ConsoleError that names the first offender */
export function parseInput<Input>(schema: z.ZodType<Input>, given: unknown): Input {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const offender = issue?.path.map(String).join('.') || 'request';
  throw new ConsoleError('invalid', `${offender}: ${issue?.message ?? 'not valid'}`);
}

/** NUL, and halves of surrogate pairs, as JSON spells them: behind an even number of backslashes. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/**
 * Refuses texts that PostgreSQL cannot hold: in the log, one of them would be a record that no projection can fold.
 * @throws ConsoleError
 */
export function requireStorableText(given: unknown): void {
  if (!unstorable.test(JSON.stringify(given) ?? '')) return;
  throw new ConsoleError('invalid', 'a text holds a character that cannot be stored');
}
