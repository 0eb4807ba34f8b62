import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openApiDocument } from '../services/query/openapi/document.ts';
import { routes } from '../services/query/routes.ts';
import { categories } from '../shared/domain/category.ts';
import { openapiCheck } from './support/openapi-check.ts';

const goldenPath = new URL('./golden/openapi.json', import.meta.url);
const document = `${JSON.stringify(openApiDocument(routes), null, 2)}\n`;

test('v1 only grows: nothing that the golden document promises is removed or changed (read-api 2.1 "evolution")', async () => {
  const golden = JSON.parse(await readFile(goldenPath, 'utf8'));
  const now = JSON.parse(document);
  expect(lost(withoutReferences(golden, golden), withoutReferences(now, now), '')).toEqual([]);
});

/** When only this test fails, `npm test -- test/openapi.test.ts -u` records the additions. */
test('the hub serves the golden document', async () => {
  await expect(document).toMatchFileSnapshot(goldenPath.pathname);
});

/** Names of equipment and skills are values, and the plugin's own data is passed through. */
test('every key that the hub defines is in snake case, every time has the format date-time, and ids of accounts have their form (read-api 2.1 "key naming", 2.1 "timestamps", 2.1 "ids")', () => {
  const { paths, components } = JSON.parse(document);
  const keys = new Set<string>();
  const times: unknown[] = [];
  walk([paths, components.schemas], (name, node) => {
    if (name === 'properties') for (const key of Object.keys(node)) keys.add(key);
    if (name.endsWith('_at')) times.push((node as { format?: string }).format);
  });
  expect([...keys].filter((key) => !/^[a-z]+(_[a-z]+)*$/.test(key))).toEqual([]);
  expect(new Set(times)).toEqual(new Set(['date-time']));
  expect(keys.size).toBeGreaterThan(80);
  for (const schema of ['Account', 'AccountListItem', 'AccountRef', 'SnapshotEntry']) {
    expect(components.schemas[schema].properties.id.pattern, schema).toBe('^[0-9A-Za-z]{1,64}$');
  }
});

function walk(node: unknown, visit: (name: string, node: object) => void): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, value] of Object.entries(node)) {
    // The content of an example is data, not schema.
    if (name === 'example' || typeof value !== 'object' || value === null) continue;
    visit(name, value);
    walk(value, visit);
  }
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}

interface Documented {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly example?: unknown;
    readonly schema: { readonly examples?: readonly unknown[] };
  }[];
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>;
}

test('every operation has a description, and examples of each parameter and of its answer (read-api 4 /openapi.json)', () => {
  const { paths, info, components, tags: described } = JSON.parse(document);
  const resolved = ({ $ref, ...response }: Content & { readonly $ref?: string }): Content =>
    $ref === undefined ? response : components.responses[$ref.split('/').at(-1) ?? ''];
  expect(info.version).toBe('1');
  const check = openapiCheck(JSON.parse(document), '');
  const ids = new Set<string>();
  const tags = new Set(described.map(({ name }: { name: string }) => name));
  for (const [path, { get }] of Object.entries<{ get: Documented }>(paths)) {
    ids.add(get.operationId);
    expect(get.summary, path).toBeTruthy();
    for (const { name, description, example, schema } of get.parameters ?? []) {
      const shown = example ?? schema.examples?.[0];
      expect([path, name, typeof description, shown]).toEqual([path, name, 'string', expect.anything()]);
    }
    expect([path, get.tags.length, tags.has(get.tags[0])]).toEqual([path, 1, true]);
    for (const [status, response] of Object.entries(get.responses)) {
      const { content = {} } = resolved(response);
      for (const [type, { example }] of Object.entries(content)) {
        expect(example, `${path} ${status}`).toBeDefined();
        if (type === 'application/json') check({ path, status: Number(status), body: example });
      }
    }
  }
  expect(ids.size).toBe(Object.keys(paths).length);
});

test('every object has a name, so that generators do not need to invent a name', () => {
  const { paths, components } = JSON.parse(document);
  const unnamed: string[] = [];
  const note = (name: string, node: object) => {
    if ('properties' in node) unnamed.push(`${name}: ${Object.keys(node.properties as object)}`);
  };
  walk(paths, note);
  for (const schema of Object.values<object>(components.schemas)) walk(schema, note);
  walk(components.responses, note);
  expect(unnamed).toEqual([]);
  expect(Object.keys(components.schemas).length).toBeGreaterThan(60);
});

/** A generated client with a closed list would refuse an answer with a new value. */
test('descriptions name the values of an answer, and new values can be added (read-api 2.1 "evolution")', () => {
  const { components } = JSON.parse(document);
  const closed: string[] = [];
  walk(components.schemas, (name, node) => {
    const { enum: values, const: value } = node as { enum?: unknown; const?: unknown };
    if (values !== undefined || (value !== undefined && typeof value !== 'boolean')) closed.push(name);
  });
  expect(closed).toEqual([]);
  const { Category, KeyKind, AccountScope, EndReason, Period, Resolution } = components.schemas;
  const known = [Category, KeyKind, AccountScope, EndReason, Period, Resolution];
  for (const { type, examples, description } of known) {
    expect([type].flat()[0]).toBe('string');
    for (const value of examples) expect(description).toContain(`\`${value}\``);
  }
  expect(Category.examples).toEqual(categories);
  expect(Period.examples).toEqual(['day', 'week', 'month', 'year']);
});

test('every integer has the size that typed languages need (read-api 2.1 "evolution")', () => {
  const formats = new Map<string, Set<unknown>>();
  walk(JSON.parse(document), (name, node) => {
    const { type, format } = node as { type?: unknown; format?: unknown };
    if (![type].flat().includes('integer')) return;
    formats.set(name, (formats.get(name) ?? new Set()).add(format));
  });
  const { min_value, parameters } = minValueOf(JSON.parse(document));
  expect(parameters).toContain('min_value');
  expect(min_value).toMatchObject({ format: 'int64', minimum: 0 });
  const sizes = [...formats].map(([name, each]) => [name, [...each].join()] as const);
  // `schema` is a parameter or a header.
  const large = sizes.filter(([, size]) => size === 'int64').map(([name]) => name);
  expect(large.sort()).toEqual([
    'duration_ms',
    'gain',
    'gained',
    'last_value',
    'loot_gp',
    'max_value',
    'overall_xp',
    'total_xp',
    'value',
    'value_gp',
    'xp',
  ]);
  const others = sizes.filter(([name]) => !large.includes(name) && name !== 'schema');
  // A stack has 32 bits, and the sum of a guild has more.
  expect(others.filter(([, size]) => size !== 'int32').map(([name]) => name)).toEqual(['quantity']);
  expect(new Set(formats.get('schema'))).toEqual(new Set(['int32', 'int64']));
});

function minValueOf({ paths }: { paths: Record<string, { get: Documented }> }) {
  const parameters = paths['/events']?.get.parameters ?? [];
  const found = parameters.find(({ name }) => name === 'min_value');
  return { min_value: found?.schema, parameters: parameters.map(({ name }) => name) };
}

/**
 * Java, Kotlin and Rust generate a class of alternatives for `anyOf`; Go and orval stop at the
 * other keywords.
 */
test('no schema has a keyword that generators for typed languages cannot read', () => {
  const unreadable = [
    ...['anyOf', 'oneOf', 'allOf', 'not', 'const', 'prefixItems', 'propertyNames', 'patternProperties'],
    ...['exclusiveMinimum', 'exclusiveMaximum', 'servers'],
  ];
  const found: string[] = [];
  const { paths, components } = JSON.parse(document);
  walk({ paths, components }, (name, node) => {
    found.push(...unreadable.filter((keyword) => keyword in node).map((keyword) => `${name}: ${keyword}`));
    const { type } = node as { type?: unknown };
    if (type === 'null') found.push(`${name}: null`);
    if (Array.isArray(type) && (type.length !== 2 || type[1] !== 'null')) found.push(`${name}: ${type}`);
  });
  expect(found).toEqual([]);
});

/** ogen makes a type of each schema and of each security scheme. */
test('no schema has the name of a security scheme, except when the schema has another name for ogen', () => {
  const { schemas, securitySchemes } = JSON.parse(document).components;
  const types = Object.entries<{ 'x-ogen-name'?: string }>(schemas).map(
    ([name, schema]) => schema['x-ogen-name'] ?? name,
  );
  const taken = new Set(types.map((name) => name.toLowerCase()));
  expect(taken.size).toBe(types.length);
  expect(Object.keys(securitySchemes).filter((name) => taken.has(name.toLowerCase()))).toEqual([]);
});

test('a section has one schema for its sent and its unsent form (read-api 2.4 rule 2)', () => {
  const { PresenceSection, UnsentSection } = JSON.parse(document).components.schemas;
  expect(UnsentSection).toBeUndefined();
  expect(PresenceSection.required).toEqual(['shared', 'updated_at']);
  expect(PresenceSection.properties.updated_at.type).toEqual(['string', 'null']);
});

test('health and metrics are not in the document, because they are outside its server', () => {
  const { paths, servers } = JSON.parse(document);
  expect(servers).toEqual([{ url: '/api/v1' }]);
  expect(Object.keys(paths).filter((path) => /health|metrics/.test(path))).toEqual([]);
});

test('a document that removes something is refused', () => {
  const promised = { properties: { a: { type: 'string' }, b: { enum: ['x', 'y'] } }, required: ['a', 'b'] };
  const lostFrom = (now: unknown) => lost(promised, now, '');
  expect(
    lostFrom({ ...promised, properties: { ...promised.properties, c: {} }, required: ['b', 'a', 'c'] }),
  ).toEqual([]);
  expect(lostFrom({ ...promised, properties: { b: promised.properties.b } })).toEqual(['/properties/a']);
  expect(lostFrom({ ...promised, required: ['a'] })).toEqual(['/required/b']);
  const other = { a: { type: ['string', 'null'] }, b: { enum: ['x'] } };
  expect(lostFrom({ ...promised, properties: other })).toEqual([
    '/properties/a/type',
    '/properties/b/enum/y',
  ]);
});

/** A copy replaces each reference, so that a schema may get a name or be combined from others. */
function withoutReferences(node: unknown, root: unknown): unknown {
  if (Array.isArray(node)) return node.map((entry) => withoutReferences(entry, root));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as Record<string, unknown>;
  const own = Object.entries(rest).map(([key, value]) => [key, withoutReferences(value, root)]);
  if (typeof $ref !== 'string') return Object.fromEntries(own);
  const named = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], root);
  return { ...(withoutReferences(named, root) as object), ...Object.fromEntries(own) };
}

/** Texts that may change. */
const free = new Set(['description', 'summary', 'title', 'example', 'examples']);

/** Lists of words are compared as sets, parameters by name. */
function lost(before: unknown, now: unknown, path: string): string[] {
  if (Array.isArray(before)) {
    if (!Array.isArray(now)) return [path];
    const byIdentity = new Map(now.map((entry, index) => [identityOf(entry, index), entry]));
    return before.flatMap((entry, index) => {
      const identity = identityOf(entry, index);
      return lost(entry, byIdentity.get(identity), `${path}/${identity}`);
    });
  }
  if (typeof before !== 'object' || before === null) return before === now ? [] : [path];
  if (typeof now !== 'object' || now === null || Array.isArray(now)) return [path];
  return Object.entries(before)
    .filter(([key]) => !free.has(key) || isSchemaOfThatName(before, key))
    .flatMap(([key, value]) => lost(value, (now as Record<string, unknown>)[key], `${path}/${key}`));
}

/** A property may be called `title`: its value is then a schema, not a text. */
function isSchemaOfThatName(node: object, key: string): boolean {
  return key !== 'example' && typeof (node as Record<string, unknown>)[key] === 'object';
}

function identityOf(entry: unknown, index: number): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const { name, in: place } = entry as { name?: string; in?: string };
  return name === undefined ? String(index) : `${place} ${name}`;
}
