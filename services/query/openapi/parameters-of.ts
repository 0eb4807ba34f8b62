import { z } from 'zod';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

/**
 * The documentation page sends each `example`, so the examples of an operation must work together.
 * A `sample` is only shown.
 */
export function parametersOf(schema: z.ZodType | null, place: 'path' | 'query'): JsonSchema[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).map(([name, field]) => {
    const converted = jsonSchemaOf(field as z.ZodType);
    const { description, example, sample, required = place === 'path', ...schema } = converted;
    if (sample !== undefined) schema.examples = [sample];
    return { name, in: place, required, description, ...(example !== undefined && { example }), schema };
  });
}
