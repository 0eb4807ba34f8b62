import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { parseQuery, readQuery } from './parse-query.ts';

const schema = z.object({ names: z.string().optional(), limit: z.string().optional() });

function detailsOf(text: string): unknown {
  try {
    return readQuery(schema, parseQuery(text));
  } catch (error) {
    return error instanceof ApiError ? JSON.parse(error.body).error.details : error;
  }
}

test('the last value of a repeated parameter counts', () => {
  expect(readQuery(schema, parseQuery('limit=1&limit=2'))).toEqual({ limit: '2' });
  expect(readQuery(schema, parseQuery('limit=%ff&limit=2'))).toEqual({ limit: '2' });
});

test('values are percent-encoded UTF-8, and a plus is a space', () => {
  expect(readQuery(schema, parseQuery('names=Iron+Man%20%C3%A9%2C%2B'))).toEqual({ names: 'Iron Man é,+' });
  expect(readQuery(schema, parseQuery('n%61mes=a=b'))).toEqual({ names: 'a=b' });
});

test('a parameter without a value is empty', () => {
  expect(readQuery(schema, parseQuery('names&limit='))).toEqual({ names: '', limit: '' });
});

test.each(['%', '%2', '%zz', '%ff', '%C3', '%ED%A0%80', '%C0%80', '%00', 'a%00b'])(
  'the error names the parameter whose value is %j',
  (value) => {
    expect(detailsOf(`limit=1&names=${value}`)).toEqual([
      { path: 'names', message: 'must be percent-encoded UTF-8 without NUL' },
    ]);
  },
);

test('unknown parameters are ignored, also malformed or empty ones and `__proto__` (read-api 2.1 "unknown parameters")', () => {
  expect(detailsOf('other=%ff&%ff=1&&=&=x&__proto__=1&constructor=2&__proto__[a]=3&limit=5')).toEqual({
    limit: '5',
  });
  expect({}).not.toHaveProperty('a');
});

test('finds a parameter after 900 other parameters', () => {
  const text = Array.from({ length: 900 }, (_, index) => `p${index}=${index}`).join('&');
  expect(readQuery(schema, parseQuery(`${text}&limit=7`))).toEqual({ limit: '7' });
});

test('does not parse a query over the maximum length of a URL, because the guard refuses the URL', () => {
  expect(Object.keys(parseQuery(`limit=${'1'.repeat(9_000)}`))).toEqual([]);
});
