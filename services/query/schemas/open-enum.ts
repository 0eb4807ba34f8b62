import { z } from 'zod';

/**
 * A text with known values, which v1 may extend. A client generated from a closed `enum` would
 * refuse a whole answer for one unknown value. So the known values are in `examples`.
 * @param id the name of the schema in the OpenAPI document
 */
export function openEnum(id: string, known: readonly string[], note = '') {
  return z.string().meta(metaOf(id, known, note));
}

/**
 * An open enumeration that can be null. Its name belongs to the nullable schema, because
 * `json-schema.ts` refuses a reference next to null.
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
