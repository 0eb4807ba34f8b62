import { z } from 'zod';

/**
 * A text of which the values of today are named and others are allowed: v1 grows by addition, and a client that was
 * generated from a closed `enum` refuses a whole answer for one value that it does not know. The values stand below
 * `examples`, as JSON Schema has it. `id` names the schema in the OpenAPI document.
 */
export function openEnum(id: string, known: readonly string[], note = '') {
  return z.string().meta(metaOf(id, known, note));
}

/** An open enumeration that can be null. The name belongs to the nullable schema: see `json-schema.ts`. */
export function nullableOpenEnum(id: string, known: readonly string[], note = '') {
  return z
    .string()
    .nullable()
    .meta(metaOf(id, known, note));
}

function metaOf(id: string, known: readonly string[], note: string) {
  const names = known.map((value) => `\`${value}\``).join(', ');
  const description = `One of ${names}; others may be added. ${note}`.trimEnd();
  return { id, description, examples: [...known] };
}
