import type { z } from 'zod';
import { invalidRequest } from './errors.ts';

/** Stands for a value that is no percent-encoded UTF-8, or holds NUL: an error only if the endpoint knows the parameter. */
const malformed = Symbol('malformed');

/** Raw parameters: the last value of each, in an object that inherits nothing, so that `__proto__` is a name like any other. */
export type QueryValues = Record<string, string | typeof malformed>;

/** Made with `new`: V8 keeps an object of `Object.create(null)` as a hash table, four times as slow here. */
function InheritsNothing(): void {}
InheritsNothing.prototype = Object.freeze(Object.create(null));
const EmptyValues = InheritsNothing as unknown as new () => QueryValues;

/** Beyond it the whole URL is refused, so nothing of it needs reading (decisions.md, Parameters). */
export const urlBytesMax = 8_192;

/** Fastify's `querystringParser`. Never throws: it runs before any hook. */
export function parseQuery(text: string): QueryValues {
  const values = new EmptyValues();
  if (text === '' || text.length > urlBytesMax) return values;
  for (let from = 0; from <= text.length; ) {
    const next = text.indexOf('&', from);
    const end = next === -1 ? text.length : next;
    const pair = text.slice(from, end);
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    if (typeof name === 'string') values[name] = equals === -1 ? '' : decode(pair.slice(equals + 1));
    from = end + 1;
  }
  return values;
}

/** What most values are: nothing in them to decode. */
const plain = /^[!-$&-*,-~]*$/;

function decode(text: string): string | typeof malformed {
  if (plain.test(text)) return text;
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' ').replace(/[\u0080-\u00ff]/g, encodeByte));
    return decoded.includes('\0') ? malformed : decoded;
  } catch {
    return malformed;
  }
}

/** Node hands over bytes that were sent without percent-encoding as Latin-1. */
function encodeByte(char: string): string {
  return `%${char.charCodeAt(0).toString(16)}`;
}

/** The endpoint's parameters from the raw ones; those that it does not know are ignored. @throws a 400 */
export function readQuery<Query>(schema: z.ZodType<Query>, values: QueryValues): Query {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0] ?? '');
    return { path: name, message: values[name] === malformed ? 'must be percent-encoded UTF-8' : message };
  });
  throw invalidRequest(details);
}
