import type { z } from 'zod';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

/**
 * All named schemas that these schemas use, by the `id` in their metadata. Each schema of zod has
 * its own copies below `$defs`.
 */
export function componentSchemas(schemas: readonly z.ZodType[]): Record<string, JsonSchema> {
  const definitions = schemas.flatMap((schema) => Object.entries(jsonSchemaOf(schema).$defs ?? {}));
  return withReferences(Object.fromEntries(definitions.toSorted(([one], [other]) => (one < other ? -1 : 1))));
}

/** With references to named schemas instead of zod's copies. */
export function referringSchema(schema: z.ZodType): JsonSchema {
  const { $defs: _copies, ...converted } = jsonSchemaOf(schema);
  return withReferences(converted);
}

function withReferences<Json extends object>(json: Json): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
