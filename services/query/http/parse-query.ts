import type { z } from 'zod';
import { invalidRequest } from '../errors/api-error.ts';

/**
 * A value that cannot be decoded, or has NUL. The request is refused only if the endpoint has a
 * parameter of this name.
 */
const malformed = Symbol('malformed');

/**
 * The last value of each parameter. Without a prototype, so that `__proto__` is a name like any
 * other.
 */
export type QueryValues = Record<string, string | typeof malformed>;

/**
 * The guard refuses longer URLs, so a longer query is not parsed
 * (rules/parameters.md#bad-requests).
 */
export const urlBytesMax = 8_192;

/** Fastify's `querystringParser`. It must never throw, because it runs before any hook. */
export function parseQuery(text: string): QueryValues {
  const values: QueryValues = Object.create(null);
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

/** Most values have nothing to decode. */
const plain = /^[!-$&-*,-~]*$/;

function decode(text: string): string | typeof malformed {
  if (plain.test(text)) return text;
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\0') ? malformed : decoded;
  } catch {
    return malformed;
  }
}

/** @throws ApiError 400 */
export function readQuery<Query>(schema: z.ZodType<Query>, values: QueryValues): Query {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0] ?? '');
    return {
      path: name,
      message: values[name] === malformed ? 'must be percent-encoded UTF-8 without NUL' : message,
    };
  });
  throw invalidRequest(details);
}
