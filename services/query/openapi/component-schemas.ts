import { z } from 'zod';
import { Item } from '../../../shared/domain/item.ts';
import { AccountRef } from '../schemas/account-ref.ts';
import { ErrorBody } from '../schemas/envelope.ts';
import { Event } from '../schemas/event.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

/** Schemas that several endpoints use. The document holds each once, under its name. */
const named = { AccountRef, Error: ErrorBody, Event, Item };

/** With an id, zod puts a schema below `$defs` of each schema that uses it, and refers to it there. */
for (const [id, schema] of Object.entries(named)) z.globalRegistry.add(schema, { ...schema.meta(), id });

export function componentSchemas(): Record<string, JsonSchema> {
  const definitions = Object.values(named).flatMap((schema) =>
    Object.entries(jsonSchemaOf(schema).$defs ?? {}),
  );
  return withReferences(
    Object.fromEntries(
      definitions.map(([id, { id: _own, ...schema }]: [string, JsonSchema]) => [id, schema]),
    ),
  );
}

/** The JSON Schema, with references to the named schemas instead of the copies below `$defs` that zod made. */
export function referringSchema(schema: z.ZodType): JsonSchema {
  const { $defs: _copies, ...converted } = jsonSchemaOf(schema);
  return withReferences(converted);
}

function withReferences<Json extends object>(json: Json): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
