import { z } from 'zod';
import type { Route } from '../../services/query/define-route.ts';
import { documentQuery } from '../../services/query/openapi/document-path.ts';
import { parametersOf } from '../../services/query/openapi/json-schema.ts';
import { routes } from '../../services/query/routes.ts';
import { declarationText, propertyText, type Renamed, type Schema, typeText } from './type-text.ts';

/**
 * The names that `shared/client/api.ts` has for these schemas. Browsers have a type `Event`
 * already.
 */
const renamed: Renamed = { Event: 'HubEvent', SnapshotEntry: 'SnapshotAccount' };

/** In place of the imports from the hub, which a package cannot have. */
const fixedTypes = [
  '/** RFC 3339 text, epoch ms, or a date. */',
  'export type Time = string | number | Date;',
  'interface OpenapiDocument {',
  'readonly openapi: string;',
  'readonly paths: Readonly<Record<string, unknown>>;',
  '}',
  'export type ApiPath = keyof Operations;',
  '/** The whole body of a 200, `{data, meta}`. */',
  "export type AnswerOf<Path extends ApiPath> = Operations[Path]['answer'];",
  '/** The input of an operation: `id` of a path, lists as arrays, times as text, epoch ms or `Date`. */',
  "export type ParametersOf<Path extends ApiPath> = Operations[Path]['parameters'];",
];

/**
 * The types of `shared/client/api.ts` without an import: written out from the schemas of the hub's
 * answers, with their descriptions. `test/consumers/client-package.test.ts` compares both.
 */
export function apiTypes(): string {
  const operations = routes.map((route) =>
    operationText(route.path, route, typeText(convert(route.response), renamed)),
  );
  const document = { query: documentQuery, summary: 'The OpenAPI document, public' };
  const all = [...operations, operationText('/openapi.json', document, 'OpenapiDocument')];
  const csv = routes.filter(({ csvColumns }) => csvColumns !== undefined);
  const csvPaths = csv.map(({ path }) => JSON.stringify(path)).join(' | ');
  const csvPath = `/** The operations that also answer as CSV. */\nexport type CsvPath = ${csvPaths};`;
  return [...fixedTypes, csvPath, `interface Operations {\n${all.join('')}}\n`, ...declarations()].join('\n');
}

/** Every named schema that an answer uses, with the answers themselves. */
function declarations(): string[] {
  const named = routes.flatMap(({ response }) => Object.entries(convert(response).$defs ?? {}));
  return Object.entries(Object.fromEntries(named))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => declarationText(name, isSection(schema) ? sectionOf(schema) : schema, renamed));
}

/** Whether the schema is a section of `/accounts/{id}`, which has data or says that it has none. */
function isSection({ properties = {} }: Schema): boolean {
  return 'shared' in properties && 'updated_at' in properties;
}

/**
 * The section as two alternatives, so that a check of `shared` tells TypeScript which fields are
 * there.
 */
function sectionOf({ properties, description }: Schema): Schema {
  const sent = { ...properties, shared: { enum: [true] }, updated_at: { type: 'string' } };
  const unsent = { shared: { enum: [false] }, updated_at: { type: 'null' } };
  const anyOf = [sent, unsent].map((each) => ({
    type: 'object',
    properties: each,
    required: Object.keys(each),
  }));
  return { anyOf, ...(description !== undefined && { description }) };
}

/**
 * Differs from the OpenAPI document: pairs are tuples, and nothing is adapted to generators for
 * other languages.
 */
function convert(schema: z.ZodType): Schema & { readonly $defs?: Readonly<Record<string, Schema>> } {
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' }) as Schema;
}

type Asked = Pick<Route, 'params' | 'query' | 'summary'>;

function operationText(path: string, { params, query, summary }: Asked, answer: string): string {
  const parameters = [
    ...parametersOf(params, 'path'),
    ...parametersOf(query, 'query'),
  ] as unknown as Parameter[];
  const lines = parameters
    .filter(({ name }) => name !== 'format')
    .map(({ name, required: isRequired, schema, ...parameter }) => {
      // A program gives an array.
      const description = parameter.description?.replace(/^Comma list of/, 'List of');
      return propertyText({ name, type: parameterType(schema), description, isRequired, isReadonly: true });
    });
  const input = lines.length === 0 ? 'Record<never, never>' : `{\n${lines.join('')}}`;
  return `/** ${summary}. */\nreadonly ${JSON.stringify(path)}: { readonly parameters: ${input}; readonly answer: ${answer} };\n`;
}

interface Parameter {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  readonly schema: Schema & { readonly format?: string; readonly pattern?: string };
}

/** The form in which a program has the value, which is not the text of the request. */
function parameterType({ format, pattern, ...schema }: Parameter['schema']): string {
  if (format === 'date-time') return 'Time';
  if (format === 'int64') return 'bigint | number';
  return pattern?.startsWith('^,*(') ? 'readonly string[]' : typeText(schema, renamed);
}
