import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { directoryOf } from '../../projections/access/testing/directory-of.ts';
import { given, quill } from '../../projections/access/testing/membership.ts';
import type { Reader } from '../../projections/access/visibility/reader.ts';
import { reportedXp } from '../../projections/xp-history/testing/reported-xp.ts';
import type { RouteAnswer } from './http/answer.ts';
import { createKeptAnswers, keepableAnswer, sizeOfAnswer } from './kept-answers.ts';
import { now } from './testing/history-guild.ts';
import { openTestApi } from './testing/open-test-api.ts';

const directory = await directoryOf();

function readerOf(accounts: number, other: Partial<Reader> = {}): Reader {
  const visible = new Map(Array.from({ length: accounts }, (_, number) => [`a${number}`, null]));
  return { directory, visible, view: 'all', timeZone: 'UTC', ...other } as unknown as Reader;
}

const many = readerOf(2_000);

/** Answers the number of the reading. */
function countingReads() {
  const read = vi.fn(
    async (): Promise<RouteAnswer> => ({ status: 200, body: { json: read.mock.calls.length } }),
  );
  return read;
}

function keptAnswersOf() {
  const kept = createKeptAnswers();
  return (reader: Reader, request: string, read: () => Promise<RouteAnswer>) =>
    kept.of(reader, request, async () => keepableAnswer(await read()), sizeOfAnswer);
}

async function textOf(answer: Promise<RouteAnswer>): Promise<string> {
  const { body } = await answer;
  if (body !== null && 'bytes' in body) return body.bytes.toString();
  return body !== null && 'json' in body ? JSON.stringify(body.json) : '';
}

// rules/http.md#kept-answers
test('a reader of many accounts gets the answer to an earlier reader of equal rights', async () => {
  const of = keptAnswersOf();
  const read = countingReads();
  const twice = [textOf(of(many, '/a', read)), textOf(of(many, '/a', read))];
  expect(await Promise.all(twice)).toEqual(['1', '1']);
  expect(await textOf(of(readerOf(2_000), '/a', read))).toBe('1');
  expect(await textOf(of(many, '/b', read))).toBe('2');
  expect(await textOf(of(readerOf(2_000, { view: 'other' }), '/a', read))).toBe('3');
  expect(await textOf(of(readerOf(2_000, { timeZone: 'Europe/Amsterdam' }), '/a', read))).toBe('4');
  const competitions = new Map();
  expect(await textOf(of(readerOf(2_000, { directory: { ...directory, competitions } }), '/a', read))).toBe(
    '5',
  );
});

test('a reader of 100 accounts gets new answers, and more accounts get them later', async () => {
  const of = keptAnswersOf();
  const read = countingReads();
  expect(await textOf(of(readerOf(100), '/a', read))).toBe('1');
  expect(await textOf(of(readerOf(100), '/a', read))).toBe('2');
  expect(await textOf(of(readerOf(101), '/a', read))).toBe('3');
  await vi.waitFor(async () => expect(await textOf(of(readerOf(101), '/a', read))).toBe('4'));
});

test('a failed answer is not given to other readers', async () => {
  const of = keptAnswersOf();
  const fail = async () => Promise.reject(new Error('busy'));
  const failed = of(many, '/a', fail);
  const other = textOf(of(many, '/a', countingReads()));
  await expect(failed).rejects.toThrow('busy');
  expect(await other).toBe('1');
  await expect(of(many, '/b', fail)).rejects.toThrow('busy');
  expect(await textOf(of(many, '/b', countingReads()))).toBe('1');
});

test('a stream is given to its reader only', async () => {
  const of = keptAnswersOf();
  const stream = async (): Promise<RouteAnswer> => ({ status: 200, body: { stream: Readable.from(['x']) } });
  const answers = await Promise.all([of(many, '/a', stream), of(many, '/a', stream), of(many, '/a', stream)]);
  expect(new Set(answers.map(({ body }) => body !== null && 'stream' in body && body.stream)).size).toBe(3);
});

test('the board of a large guild is kept with its time', async () => {
  const api = await openTestApi({ history: [] });
  const accounts = Array.from({ length: 2_000 }, (_, number) => `many${number}`);
  await api.appendMembership(
    ...accounts.flatMap((account) => [given.identity(account, quill), given.description(account, account)]),
  );
  const gains = (...account: string[]) =>
    account.flatMap((each) => [
      reportedXp(each, now - 7_200_000, { Attack: 1_000 }),
      reportedXp(each, now - 3_600_000, { Attack: 1_500 }),
    ]);
  await api.recordPast(...gains('many0'));
  const path = '/leaderboards/gains?skill=attack';
  const board = (around: string) => `/leaderboards/records?skill=attack&around=${around}`;
  expect((await api.data(board('many0'))).around).toMatchObject([{ account: { id: 'many0' }, value: 500 }]);
  const first = await api.get(path, { key: api.key });
  expect(first.body.data.leaderboards[0].entries).toMatchObject([{ account: { id: 'many0' }, gain: 500 }]);
  await api.recordPast(...gains('many1'));
  expect(await api.text(path)).toEqual([200, first.text]);
  // Answers about other accounts share what was read.
  expect((await api.data(board('many1'))).around).toEqual([]);
  const few = await api.makeKey(2, null, { accounts: ['many0', 'many1'], categories: ['stats'] });
  expect((await api.data(path, few)).leaderboards[0].entries).toHaveLength(2);
});
