import { z } from 'zod';

/**
 * A client generated from a closed `enum` would refuse an answer with an added value. So the known
 * values are in `examples`.
 * @param id the name in the OpenAPI document
 */
export function openEnum(id: string, known: readonly string[], note = '') {
  return z.string().meta(metaOf(id, known, note));
}

/**
 * The name belongs to the nullable schema, because `json-schema.ts` refuses a reference next to
 * null.
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
