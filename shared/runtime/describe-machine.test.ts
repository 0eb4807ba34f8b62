import { expect, test } from 'vitest';
import { describeMachine } from './describe-machine.mjs';
import { bundledNode, platformName } from './platform.mjs';

test('a machine that has everything gets no line', () => {
  expect(describeMachine({ node: bundledNode, hasPostgres: true, wasTested: true })).toBeNull();
});

test.each([
  [{ wasTested: false }, 'the hub was not tested on it'],
  [{ node: '/usr/bin/node' }, 'the hub needs a Node 24 or newer of the machine'],
  [{ node: null }, 'the hub needs a Node 24 or newer of the machine'],
  [{ hasPostgres: false }, 'the hub needs DATABASE_URL, because npm installed no PostgreSQL'],
])('%j is said in one line', (lack, said) => {
  const facts = { node: bundledNode, hasPostgres: true, wasTested: true, ...lack };
  expect(describeMachine(facts)).toBe(`This machine (${platformName}): ${said}`);
});
