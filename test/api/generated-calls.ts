import { readFile } from 'node:fs/promises';
import { exampleAccountId } from '../../services/query/schemas/account-ref.ts';

/** The part of the OpenAPI document that the calls need. */
export interface CalledDocument {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly responses?: Readonly<Record<string, Response>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
}

interface Response {
  readonly headers?: object;
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
}

interface Call {
  readonly path: string;
  readonly operation: string;
  /** `getXp` is `GetXp` in Go and `get_xp` in Rust. */
  readonly pascal: string;
  readonly snake: string;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  readonly required: readonly Parameter[];
  /** The schema of the answer. */
  readonly answer: string;
  readonly hasHeaders: boolean;
}

const mark = /^.*@calls.*$/m;
/** The parameters of an operation behind the first ones, all absent. */
const rest = /@rest\((\w+), (\d+)\)/g;

/**
 * The program with a call of each operation that the file does not call, in the line with `@calls`.
 * A call names the operation in quotes, or as the key of an object.
 */
export async function programWithCalls(file: string, document: object): Promise<string> {
  const text = await readFile(file, 'utf8');
  const write = writers[file.slice(file.lastIndexOf('/') + 1)];
  if (write === undefined || !mark.test(text))
    throw new Error(`${file} needs a writer, and a line with @calls`);
  const calls = callsOf(document as CalledDocument);
  const missing = calls.filter(
    ({ operation }) => !new RegExp(`"${operation}"|'${operation}'|\\b${operation}:`).test(text),
  );
  const absent = file.endsWith('.rs') ? 'None' : 'null';
  const withRest = text.replaceAll(rest, (_, operation: string, given: string) => {
    const called = calls.find((call) => call.operation === operation);
    if (called === undefined) throw new Error(`${file} calls the unknown operation ${operation}`);
    return called.parameters
      .slice(Number(given))
      .map(() => absent)
      .join(', ');
  });
  return withRest.replace(mark, () => missing.map(write).join('\n'));
}

function callsOf({ paths }: CalledDocument): Call[] {
  return Object.entries(paths).map(([path, { get }]) => {
    const { operationId: operation, tags: [tag = ''] = [], parameters = [], responses = {} } = get;
    const { content = {}, headers } = responses[200] ?? {};
    return {
      ...{ path, operation, parameters, tag: tag.toLowerCase(), hasHeaders: headers !== undefined },
      pascal: operation.charAt(0).toUpperCase() + operation.slice(1),
      snake: operation.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      required: parameters.filter(({ required }) => required === true),
      answer: content['application/json']?.schema?.$ref?.split('/').at(-1) ?? '',
    };
  });
}

/** The account of the program is in its variable `id`. */
function sampleOf({ name, example }: Parameter): string {
  return name === 'accounts' || example === exampleAccountId ? 'id' : JSON.stringify(example);
}

/** All parameters in the order of openapi-generator: the required parameters first. */
function positional({ parameters, required }: Call, absent: string): string[] {
  return [...required.map(sampleOf), ...parameters.slice(required.length).map(() => absent)];
}

const goName = ({ name }: Parameter) => name.charAt(0).toUpperCase() + name.slice(1);
const ogenName = ({ name }: Parameter) =>
  name.replaceAll(/(?:^|_)([a-z]+)/g, (_, word: string) =>
    word === 'id' ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1),
  );

function fieldsOf(parameters: readonly Parameter[], nameOf = ({ name }: Parameter) => name): string {
  const fields = parameters.map((parameter) => `${nameOf(parameter)}: ${sampleOf(parameter)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

const inPlace = (place: string) => (parameter: Parameter) => parameter.in === place;

/** `{ path: { id }, query: { accounts: id } }`, without what is not required; empty for nothing. */
function pathAndQuery({ required }: Call): string {
  const places = ['path', 'query'].flatMap((place) => {
    const own = required.filter(inPlace(place));
    return own.length === 0 ? [] : `${place}: ${fieldsOf(own)}`;
  });
  return places.length === 0 ? '' : `{ ${places.join(', ')} }`;
}

/** By program, the line that calls an operation. */
const writers: Readonly<Record<string, (call: Call) => string>> = {
  'use-typescript.mts': (call) => {
    const params = pathAndQuery(call);
    return `  ${call.operation}: await hub.GET('${call.path}'${params === '' ? '' : `, { params: ${params} }`}),`;
  },
  'use-hey-api.mts': (call) =>
    `await call('${call.operation}', hub.${call.operation}(${pathAndQuery(call)}));`,
  'use-orval.mts': (call) => {
    const path = call.required.filter(inPlace('path')).map(sampleOf);
    const takesQuery = call.parameters.some(inPlace('query'));
    const query = takesQuery ? [fieldsOf(call.required.filter(inPlace('query')))] : [];
    return `await call('${call.operation}', hub.${call.operation}(${[...path, ...query, 'options'].join(', ')}));`;
  },
  'main.go': (call) => {
    const path = call.required.filter(inPlace('path')).map(sampleOf);
    const query = call.required.filter(inPlace('query'));
    const takesMore = call.parameters.some(({ in: place }) => place !== 'path');
    const more = query.length === 0 ? 'nil' : `&hubclient.${call.pascal}Params${fieldsOf(query, goName)}`;
    const args = ['ctx', ...path, ...(takesMore ? [more] : [])].join(', ');
    const body = `func(r *hubclient.${call.pascal}Response) *hubclient.${call.answer} { return r.JSON200 }`;
    const answer = `${call.operation}Answer`;
    return `\t${answer}, err := hub.${call.pascal}WithResponse(${args})\n\tcall("${call.operation}", ${answer}, err, ${body})`;
  },
  'use-ogen.go': (call) => {
    const answer = `hubclient.${call.answer}${call.hasHeaders ? 'Headers' : ''}`;
    const params = `, hubclient.${call.pascal}Params${fieldsOf(call.required, ogenName)}`;
    const args = `ctx${call.parameters.length === 0 ? '' : params}`;
    return `\tcall[${answer}]("${call.operation}")(hub.${call.pascal}(${args}))`;
  },
  'Use.java': (call) =>
    `    call("${call.operation}", () -> ${call.tag}.${call.operation}(${positional(call, 'null').join(', ')}));`,
  'Use.kt': (call) =>
    `  call("${call.operation}") { ${call.tag}.${call.operation}(${call.required.map(sampleOf).join(', ')}) }`,
  'use.rs': (call) =>
    `    call!("${call.operation}", ${call.tag}_api::${call.snake}(${['hub', ...positional(call, 'None')].join(', ')}));`,
  'use-progenitor.rs': (call) => {
    const given = call.required.map((parameter) => `.${parameter.name}(${sampleOf(parameter)})`);
    return `    call!("${call.operation}", hub.${call.snake}()${given.join('')});`;
  },
};
