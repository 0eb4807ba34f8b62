import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { catalogue, definitionOf } from '../../../shared/events/catalogue.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import { type AccessEvent, evolve } from '../fold/evolve.ts';
import { emptyTables } from '../tables/access-tables.ts';
import { type CommandFixture, commandFixtures, guild } from '../testing/command-fixtures.ts';
import { directoryOf } from '../testing/directory-of.ts';
import { recorded } from '../testing/membership.ts';
import { CommandRefused } from './command-event.ts';

const fixtures = Object.entries(commandFixtures);

function stateOf({ after = [] }: CommandFixture) {
  const history = [...guild, ...after];
  return {
    directory: directoryOf(...history),
    tables: recorded(history).reduce(evolve, emptyTables),
    history,
  };
}

function without(event: NewEvent): Omit<NewEvent, 'recordId'> {
  const { recordId: _, ...rest } = event;
  return rest;
}

describe.each(fixtures)('%s', (_, fixture) => {
  it('creates a valid event, which names the actor', () => {
    const { command, actor } = fixture;
    const { type, stream, data } = command(stateOf(fixture).directory);
    expect({ stream, data }).toEqual({
      stream: 'hub.membership',
      data: definitionOf(type)?.schema.parse(data),
    });
    expect(data).toHaveProperty('actor', actor);
  });

  it('has a record key of the kind that the definition of its event type names', () => {
    const { type, subject, key } = fixture.command(stateOf(fixture).directory);
    const kind = subject === 'hub' ? 'hub' : /^a\d+$/.test(subject) ? 'account' : 'member';
    expect(definitionOf(type)?.key.split(/,? or |, /)).toContain(kind);
    expect(key).toBe(subject);
  });

  it('depends only on the directory and its input, and the fold grants it', () => {
    const { command } = fixture;
    const { directory, tables, history } = stateOf(fixture);
    const event = command(directory);
    expect(without(command(directory))).toEqual(without(event));
    const [record] = recorded([...history, event]).slice(-1);
    const after = evolve(tables, record as AccessEvent);
    expect(after).not.toBe(tables);
    expect(after.verdicts.get(event.recordId)?.refusal ?? null).toBeNull();
  });
});

const refusals = fixtures.flatMap(([name, fixture]) =>
  Object.entries(fixture.refused).map(([code, command]) => ({ name, code, fixture, command })),
);

test.each(refusals)(
  '$name throws $code when the directory shows the reason',
  ({ code, fixture, command }) => {
    const { directory } = stateOf(fixture);
    expect(() => command(directory)).toThrow(CommandRefused);
    expect(() => command(directory)).toThrow(expect.objectContaining({ code }));
  },
);

test('every event type with an actor has a function that creates it', () => {
  const given = catalogue.filter(({ schema }) => schema instanceof z.ZodObject && 'actor' in schema.shape);
  const made = fixtures.map(([, fixture]) => fixture.command(stateOf(fixture).directory).type);
  expect(given.map(({ type }) => type).sort()).toEqual([...new Set(made)].sort());
});

test('each function of this folder that creates a command has a fixture, and each fixture has a function', () => {
  const folder = new URL('./', import.meta.url);
  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => !file.endsWith('.test.ts') && file !== 'command-event.ts')
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .flatMap((text) => [...text.matchAll(/^export function (\w+)\((?:[^)]|\)(?!:))*\): CommandEvent</gm)])
    .map((match) => match[1]);
  expect(made.sort()).toEqual(fixtures.map(([name]) => name).sort());
});
