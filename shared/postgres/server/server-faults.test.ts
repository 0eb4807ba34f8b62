import { expect, test } from 'vitest';
import {
  durabilityFault,
  fullPageWritesHint,
  readOnlyFault,
  startingConnectionsFault,
  totalConnectionsFault,
} from './server-faults.ts';
import type { ServerState } from './server-state.ts';

const state: ServerState = {
  version: 180_001,
  role: 'hub "one"',
  database: 'hub',
  isStandby: false,
  isReadOnly: false,
  readOnlySource: 'default',
  hasFsync: true,
  hasFullPageWrites: true,
  ofServer: 97,
  usedOfServer: 40,
  ofDatabase: null,
  usedOfDatabase: 40,
  ofRole: null,
  usedOfRole: 10,
};

test('a correct server has no fault', () => {
  expect(readOnlyFault(state)).toBe(null);
  expect(durabilityFault(state)).toBe(null);
  expect(fullPageWritesHint(state)).toBe(null);
  expect(startingConnectionsFault(state, 57)).toBe(null);
  expect(totalConnectionsFault(state, [{ process: 'hub', need: 97 }])).toBe(null);
});

test.each([
  ['database', 'begin read write; alter database "hub" reset default_transaction_read_only; commit'],
  ['user', 'begin read write; alter role "hub ""one""" reset default_transaction_read_only; commit'],
  [
    'database user',
    'begin read write; alter role "hub ""one""" in database "hub" reset default_transaction_read_only; commit',
  ],
  ['client', 'remove default_transaction_read_only from the options of DATABASE_URL'],
  ['command line', 'start PostgreSQL without -c default_transaction_read_only=on'],
  [
    'configuration file',
    'alter system set default_transaction_read_only = off, then select pg_reload_conf()',
  ],
])('a database that is read-only by its %s gets the command that resets it', (readOnlySource, fix) => {
  expect(readOnlyFault({ ...state, isReadOnly: true, readOnlySource })).toMatchObject({
    what: `the database is read-only: default_transaction_read_only is on (set by ${readOnlySource})`,
    fix,
  });
});

test('a standby, a server without fsync, and a server without full_page_writes get their commands', () => {
  expect(readOnlyFault({ ...state, isReadOnly: true, isStandby: true })?.fix).toContain(
    'select pg_promote()',
  );
  expect(durabilityFault({ hasFsync: false })?.fix).toBe(
    'alter system set fsync = on, then select pg_reload_conf()',
  );
  expect(fullPageWritesHint({ hasFullPageWrites: false })).toContain(
    'alter system set full_page_writes = on',
  );
});

test.each([
  [{ usedOfServer: 41 }, 57, /needs up to 57 connections, and 56 of 97 are free \(max_connections without/],
  [{ ofDatabase: 60 }, 21, /, and 20 of 60 are free \(the limit of the database hub\)$/],
  [{ ofRole: 12 }, 3, /, and 2 of 12 are free \(the limit of the role hub "one"\)$/],
])('a process that finds too few free connections names the limit (%#)', (limits, need, message) => {
  const fault = startingConnectionsFault({ ...state, ...limits }, need);
  expect(fault?.what).toMatch(message);
  expect(fault?.fix).toMatch(/^alter (system|database|role) .*with N = \d+/);
});

test('adds up the needs of all processes', () => {
  const needs = [
    { process: 'ingest', need: 60 },
    { process: 'query', need: 40 },
  ];
  expect(totalConnectionsFault(state, needs)).toMatchObject({
    what: expect.stringContaining('up to 100 connections (ingest 60 + query 40), and the server has 97'),
    fix: 'alter system set max_connections = N, with N = 3 more than now, then restart PostgreSQL',
  });
});
