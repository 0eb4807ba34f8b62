import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/**
 * A zod schema as JSON Schema, by zod's own converter: zod-to-json-schema silently makes empty schemas of zod 4.
 * `input`, because the output form would forbid further properties, and v1 grows by them.
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

/** Without what zod adds to say what a type says already: bounds of 2^53, and long patterns beside a format. */
function plain(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format !== undefined) delete schema.pattern;
}
