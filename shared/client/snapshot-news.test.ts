import { expect, test } from 'vitest';
import { NewsReader } from './snapshot-news.ts';

const lastModified = '2026-09-14T00:00:05.000Z';
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;
const account = (id: string, world = 301) => ({ id, name: id, categories: [], world });
const answer = (accounts: readonly unknown[], about: { state: string; base?: string; full?: boolean }) => ({
  body: bytesOf(JSON.stringify({ data: accounts, meta: { last_modified: lastModified } })),
  etag: 'W/"1.f"',
  full: false,
  base: null,
  ...about,
});

function readerOfOne(): NewsReader {
  const reader = new NewsReader();
  const first = reader.read(answer([account('Ada'), account('Bo')], { state: 'one', full: true }));
  expect(first).toMatchObject({ base: null, state: 'one', ids: ['Ada', 'Bo'], lastModified });
  expect(first.accounts.length).toBe(2);
  return reader;
}

test('an unchanged account is not news', () => {
  const news = readerOfOne().read(
    answer([account('Ada'), account('Bo', 302), account('Cy')], { state: 'two', base: 'one' }),
  );
  expect(news).toMatchObject({ base: 'one', state: 'two', ids: null, lastModified });
  expect(news.accounts).toEqual([account('Bo', 302), account('Cy')]);
});

test('everything is news for a reader whose state is not the last state', () => {
  const reader = readerOfOne();
  const other = reader.read(answer([account('Ada')], { state: 'three', base: 'two' }));
  expect(other).toMatchObject({ base: 'two', accounts: [account('Ada')] });
  // The reader has forgotten Bo.
  const next = reader.read(answer([account('Ada'), account('Bo')], { state: 'four', base: 'three' }));
  expect(next.accounts).toEqual([account('Bo')]);
  expect(reader.read(answer([account('Bo')], { state: 'five', full: true, base: 'x' }))).toMatchObject({
    base: null,
    accounts: [account('Bo')],
    ids: ['Bo'],
  });
});

test('a full answer names all accounts, so that missing accounts are known, but gives only changed accounts', () => {
  const reader = readerOfOne();
  const news = reader.read(answer([account('Bo', 302)], { state: 'two', base: 'one', full: true }));
  expect(news).toMatchObject({ base: 'one', accounts: [account('Bo', 302)], ids: ['Bo'] });
  const later = reader.read(answer([account('Ada')], { state: 'three', base: 'two' }));
  expect(later.accounts).toEqual([account('Ada')]);
});

test.each(['', 'null', '[]', '{"data":[]', '{"data":{}}', '{"data":[]}', '{"data":[],"meta":{}}'])(
  'the body %j is not a snapshot, and the reader forgets nothing',
  (text) => {
    const reader = readerOfOne();
    const body = bytesOf(text);
    expect(() => reader.read({ body, etag: undefined, state: 'two', base: 'one', full: false })).toThrow();
    expect(reader.read(answer([account('Ada')], { state: 'two', base: 'one' })).accounts).toEqual([]);
  },
);
