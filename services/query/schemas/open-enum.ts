import { z } from 'zod';

/**
 * A text whose present values are named, and whose other values are allowed: v1 grows by addition.
 * A client generated from a closed `enum` would refuse a whole answer for one unknown value. The
 * values are in `examples`. `id` names the schema in the OpenAPI document.
 */
export function openEnum(id: string, known: readonly string[], note = '') {
  return z.string().meta(metaOf(id, known, note));
}

/**
 * An open enumeration that can be null. The name belongs to the nullable schema: see
 * `json-schema.ts`.
 */
export function nullableOpenEnum(id: string, known: readonly string[], note = '') {
  return z
    .string()
    .nullable()
    .meta(metaOf(id, known, note));
}

function metaOf(id: string, known: readonly string[], note: string) {
  const names = known.map((value) => `\`${value}\``).join(', ');
  const description = `Known values: ${names}; others may be added. ${note}`.trimEnd();
  return { id, description, examples: [...known] };
}
