import { z } from 'zod';

/**
 * A text of which the values of today are named and others are allowed: v1 grows by addition, and a client that was
 * generated from a closed `enum` refuses a whole answer for one value that it does not know. The values stand below
 * `examples`, as JSON Schema has it. `id` names the schema in the OpenAPI document.
 */
export function openEnum(id: string, known: readonly string[], note = '') {
  const names = known.map((value) => `\`${value}\``).join(', ');
  const description = `One of ${names}; others may be added. ${note}`.trimEnd();
  return z.string().meta({ id, description, examples: [...known] });
}
