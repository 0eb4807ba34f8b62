import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { createLogger, type Logger } from './logger.ts';

const player = 'Quillon Fen';

function logged(log: (logger: Logger) => void) {
  const lines: string[] = [];
  log(createLogger({ name: 'test', level: 'warn' }, { write: (line) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  const [line = ''] = lines;
  return { line, json: JSON.parse(line) };
}

test('a database failure shows its SQLSTATE, but no row from its message', async () => {
  const { database } = await freshDatabase();
  await database.run({ text: 'create table people (name text primary key check (length(name) > 5))' });
  await database.run({ text: 'insert into people values ($1)', values: [player] });
  const failureOf = (value: string) =>
    database
      .run({ text: 'insert into people values ($1)', values: [value] })
      .catch((error: unknown) => error);

  const twice = await failureOf(player);
  expect(JSON.stringify(twice)).toContain(player);
  const { line, json } = logged((logger) => logger.warn({ err: twice }, 'failed'));
  expect(json.err).toMatchObject({
    type: 'DatabaseError',
    code: '23505',
    table: 'people',
    constraint: 'people_pkey',
    stack: expect.stringContaining('duplicate key'),
  });
  expect(line).not.toContain(player);

  const short = await failureOf('Quill');
  const checked = logged((logger) => logger.warn({ err: short }, 'failed'));
  expect(checked.json.err.code).toBe('23514');
  expect(checked.line).not.toContain('Quill');
});

test('a system failure shows its errno, even as the cause of another failure', async () => {
  const refused = await new Promise<Error>((resolve) => connect(1, '127.0.0.1').once('error', resolve));
  const direct = logged((logger) => logger.warn({ err: refused }, 'failed'));
  expect(direct.json.err).toMatchObject({ type: 'Error', code: 'ECONNREFUSED', syscall: 'connect' });
  expect(direct.json.err).not.toHaveProperty('address');

  const wrapped = new Error('the log is away', { cause: new Error('no answer', { cause: refused }) });
  const { json } = logged((logger) => logger.warn({ err: wrapped }, 'failed'));
  expect(json.err).toMatchObject({ code: 'ECONNREFUSED' });
  expect(json.err.message).toMatch(/^the log is away: no answer: connect ECONNREFUSED/);
});

test('an error shows none of its other fields, and a value that is no error is logged with its type', () => {
  const error = Object.assign(new Error('failed'), { values: [player], request: { body: player }, code: 7 });
  expect(logged((logger) => logger.warn({ err: error }, 'failed')).json.err).toEqual({
    type: 'Error',
    message: 'failed',
    stack: expect.any(String),
  });
  expect(logged((logger) => logger.warn({ err: 'text' }, 'failed')).json.err).toEqual({
    type: 'string',
    message: 'text',
  });
});

test('secrets, names of players, pairing codes and addresses stay out of a line, and of objects two levels deep', () => {
  const secrets = {
    token: 'token-0123',
    key: 'hub_0123',
    authorization: 'Bearer hub_0123',
    body: { player: { name: player } },
    address: '203.0.113.7',
    location: { x: 3_200, y: 3_210 },
    member: { name: player },
    player: { name: player },
    account: { name: player },
    pairing: { code: '31415' },
  };
  for (const fields of [secrets, { request: secrets }, { request: { of: secrets } }]) {
    const { line, json } = logged((logger) => logger.warn(fields, 'said'));
    // The time of the line has digits too.
    expect(line.replace(`"time":${json.time}`, '')).not.toMatch(/0123|Quillon|203\.0\.113|3200|3210|31415/);
    expect(json).toMatchObject({ name: 'test', msg: 'said' });
  }
});
