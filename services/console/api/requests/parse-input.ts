import type { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';

/** @throws ConsoleError that names the first invalid field */
export function parseInput<Input>(schema: z.ZodType<Input>, given: unknown): Input {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const offender = issue?.path.map(String).join('.') || 'request';
  throw new ConsoleError('invalid', `${offender}: ${issue?.message ?? 'not valid'}`);
}

/** NUL and halves of surrogate pairs in JSON, after an even number of backslashes. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** @throws ConsoleError for text that PostgreSQL cannot store: its record could not be projected */
export function requireStorableText(given: unknown): void {
  if (!unstorable.test(JSON.stringify(given) ?? '')) return;
  throw new ConsoleError('invalid', 'a text holds a character that cannot be stored');
}
