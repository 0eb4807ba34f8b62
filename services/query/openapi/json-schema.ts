import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/**
 * A zod schema as JSON Schema, by zod's own converter, because zod-to-json-schema silently makes empty schemas of zod 4.
 * `io: 'input'`, because the output form would forbid further properties, and v1 of the API gains properties over time.
 */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => plain(jsonSchema),
  });
  return converted;
}

/**
 * Removes what only repeats the type: bounds of 2^53, the long patterns that zod adds beside a format, and what belongs to
 * the text of a parameter that the document gives another type.
 */
function plain(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format !== undefined || schema.type === 'integer') delete schema.pattern;
  if (schema.type === 'boolean') delete schema.enum;
  // Of a tuple: `false` says the same beside its bounds, but Spectral and openapi-python-client refuse it there.
  if (schema.items === false) schema.items = { anyOf: schema.prefixItems };
}
