import fc from 'fast-check';
import { exampleCompetitionId } from '../../shared/domain/competition.ts';

/** Each parameter gets a documented value, a value at a limit, or a value that is not allowed. */

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly example?: string | number;
  readonly schema: {
    readonly type?: string;
    readonly enum?: readonly string[];
    readonly format?: string;
    readonly examples?: readonly (string | number | boolean)[];
  };
}

export interface Operation {
  /** With `{name}` for parameters, below the server's own path. */
  readonly template: string;
  readonly server: string;
  readonly parameters: readonly Parameter[];
}

export interface FuzzedRequest {
  readonly operation: Operation;
  readonly url: string;
  readonly method: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a request without a key. */
  readonly key: string | null;
}

export interface KnownValues {
  readonly accountIds: readonly string[];
  readonly competitionIds: readonly string[];
  readonly keys: readonly string[];
}

interface DocumentedPath {
  readonly get: { readonly parameters?: readonly Parameter[] };
}

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, DocumentedPath>>;
}

export function operationsOf({ servers, paths }: Document): Operation[] {
  return Object.entries(paths).map(([template, { get }]) => ({
    template,
    server: (servers[0]?.url ?? '').replace(/\/$/, ''),
    parameters: get.parameters ?? [],
  }));
}

export function arbitraryRequest(
  operations: readonly Operation[],
  known: KnownValues,
): fc.Arbitrary<FuzzedRequest> {
  return fc.constantFrom(...operations).chain((operation) => {
    const values = operation.parameters.map((parameter) => arbitraryValue(parameter, known));
    return fc
      .record({
        values: fc.tuple(...values),
        extra: fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: junkPair }),
        method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
        key: fc.oneof(
          { weight: 19, arbitrary: fc.constantFrom(...known.keys) },
          { weight: 1, arbitrary: noKey },
        ),
      })
      .map(({ values: drawn, extra, method, key }) => ({
        operation,
        url: urlOf(operation, drawn, extra),
        method: method as 'GET' | 'HEAD',
        headers: headersOf(operation, drawn),
        key,
      }));
  });
}

const noKey = fc.constantFrom(null, 'hub_unknown000_x', '', 'hub_', '\u00e9');

/** Percent-encoded values; several for a repeated parameter, undefined when it is not sent. */
type Drawn = readonly string[] | undefined;

function arbitraryValue(parameter: Parameter, known: KnownValues): fc.Arbitrary<Drawn> {
  const once = fc.oneof(
    { weight: 6, arbitrary: validValue(parameter, known).map(encodeURIComponent) },
    { weight: 2, arbitrary: edgeValue(known).map(encodeURIComponent) },
    { weight: 1, arbitrary: junk },
  );
  const sent = fc.oneof(
    { weight: 12, arbitrary: once.map((value) => [value]) },
    { weight: 1, arbitrary: fc.tuple(once, once) },
  );
  // Requests with many parameters are hardly ever accepted.
  const omitted = { weight: 2, arbitrary: fc.constant(undefined) };
  return parameter.in === 'path' ? sent : fc.oneof({ weight: 1, arbitrary: sent }, omitted);
}

function validValue(
  { name, schema, example }: Parameter,
  { accountIds, competitionIds }: KnownValues,
): fc.Arbitrary<string> {
  const account = fc.constantFrom(...accountIds);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.format === 'date-time') return dateTime;
  if (example === exampleCompetitionId) return fc.constantFrom(...competitionIds);
  if (name === 'id') return account;
  if (name === 'ids' || name === 'accounts')
    return fc.array(account, { minLength: 1, maxLength: 5 }).map(String);
  if (schema.type === 'integer') return fc.integer({ min: 1, max: 50 }).map(String);
  if (schema.type === 'boolean') return fc.boolean().map(String);
  const text = String(example ?? schema.examples?.[0]);
  return fc.constantFrom(text, ...text.split(','));
}

/** Times in every allowed spelling, from years of which the hub may have data. */
const dateTime = fc
  .record({
    ms: fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) }),
    zone: fc.constantFrom('Z', 'z', '+02:00', '-11:30', ' 00:00'),
    digits: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ ms, zone, digits }) => {
    const text = new Date(ms).toISOString();
    return text.slice(0, digits === 0 ? 19 : 20 + digits) + zone;
  });

/** Lists and numbers on both sides of each limit, and texts that only look valid. */
function edgeValue({ accountIds }: KnownValues): fc.Arbitrary<string> {
  const list = fc
    .constantFrom(0, 1, 10, 11, 30, 31, 50, 51, 100, 101)
    .chain((length) =>
      fc.constantFrom(
        Array.from({ length }, (_, index) => `a${index}`).join(),
        Array.from({ length }, (_, index) => accountIds[index % accountIds.length]).join(),
      ),
    );
  return fc.oneof(
    list,
    fc.constantFrom('0', '1', '00500', '500', '501', '9'.repeat(16), '9'.repeat(17), '-1', '1e2', '\uff11'),
    fc.constantFrom(
      '1970-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
      '1969-12-31T23:59:59Z',
      '2025-02-30T00:00:00Z',
    ),
    fc.constantFrom(
      '2026-01-01T24:00:00Z',
      '2026-01-01T00:00:60Z',
      '2026-01-01',
      '2026-01-01T00:00:00',
      '+1',
    ),
    fc.constantFrom(
      '',
      ',',
      ',,',
      ' ',
      '*',
      'now',
      'NOW',
      'true',
      'null',
      '__proto__',
      'constructor',
      'a'.repeat(64),
    ),
    fc.constantFrom('a'.repeat(65), 'x'.repeat(2_000), 'W/"x"', '"', "';--", '\u202e', '\ud83d\ude00'),
  );
}

const junk = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map(wellFormed).map(encodeURIComponent),
  fc.constantFrom('%', '%f', '%ff', '%00', 'a%00b', '%C3%28', '%ED%A0%80', '%2F..%2F', '+', '%25'),
);
const junkPair = fc.tuple(junk, junk).map(([name, value]) => `${name}=${value}`);

function wellFormed(text: string): string {
  return text.toWellFormed();
}

function urlOf({ template, server, parameters }: Operation, drawn: readonly Drawn[], extra: string): string {
  const pairs: string[] = extra === '' ? [] : [extra];
  let path = template;
  for (const [index, { name, in: place }] of parameters.entries()) {
    const values = drawn[index] ?? [];
    if (place === 'path') path = path.replace(`{${name}}`, () => values[0] ?? '');
    if (place === 'query') pairs.push(...values.map((value) => `${name}=${value}`));
  }
  return `${server}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

function headersOf({ parameters }: Operation, drawn: readonly Drawn[]): Record<string, string> {
  return Object.fromEntries(
    parameters.flatMap(({ name, in: place }, index) => {
      const [value] = drawn[index] ?? [];
      return place === 'header' && value !== undefined ? [[name, value] as const] : [];
    }),
  );
}
