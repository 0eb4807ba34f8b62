import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** `io` is `input`. The output form would forbid the properties that v1 may add. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
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

/**
 * The documentation page sends each `example`, so the examples of an operation must work together.
 * A `sample` is only shown.
 */
export function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): JsonSchema[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).map(([name, field]) => {
    const converted = jsonSchemaOf(field as z.ZodType);
    const { description, example, sample, required = place === 'path', ...schema } = converted;
    if (sample !== undefined) schema.examples = [sample];
    return { name, in: place, required, description, ...(example !== undefined && { example }), schema };
  });
}
