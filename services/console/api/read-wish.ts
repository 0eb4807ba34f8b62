import type { z } from 'zod';
import { ConsoleError } from './console-error.ts';

/** A body or a query as its route has it. @throws ConsoleError that names the first offender */
export function readWish<Wish>(schema: z.ZodType<Wish>, given: unknown): Wish {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const offender = issue?.path.map(String).join('.') || 'request';
  throw new ConsoleError('invalid', `${offender}: ${issue?.message ?? 'not valid'}`);
}
