import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** `io` is `input`. The output form would forbid the properties that v1 may add. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => plain(jsonSchema),
  });
  return withNullableTypes(converted) as JsonSchema;
}

/** Removes keywords that repeat the type or the format, or that generators cannot read. */
function plain(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format !== undefined || schema.type === 'integer') delete schema.pattern;
  if (schema.type === 'boolean') delete schema.enum;
  if (schema.propertyNames !== undefined) delete schema.propertyNames;
  // Most generators cannot read the types of a tuple.
  if (schema.prefixItems !== undefined) {
    delete schema.prefixItems;
    schema.items = {};
  }
}

/**
 * Writes `anyOf [X, null]` as `type: [X, 'null']`, because many generators make a union class from
 * each `anyOf`.
 */
function withNullableTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNullableTypes);
  if (typeof node !== 'object' || node === null) return node;
  const schema = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withNullableTypes(value)]),
  ) as JsonSchema;
  const { anyOf, ...others } = schema as { anyOf?: readonly JsonSchema[] } & JsonSchema;
  const [only, nothing] = anyOf ?? [];
  if (only === undefined || nothing?.type !== 'null') return schema;
  if (typeof only.type !== 'string') {
    throw new Error('call .nullable() before .meta({ id }): a reference next to null has no type');
  }
  return { ...only, ...others, type: [only.type, 'null'] };
}
