import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../support/source-tree.ts';
import type { Break } from './break.ts';

/**
 * `caught`: each named test file failed. `survived`: a named test file passed. `unusable`: the
 * tests did not load, so that the run says nothing.
 */
const Result = z.object({
  outcome: z.enum(['caught', 'survived', 'unusable']),
  /** The named test files that passed or did not load. */
  silent: z.array(z.string()),
  failed: z.array(z.string()),
  seconds: z.number(),
});

export type Result = z.infer<typeof Result>;

const Results = z.record(z.string(), Result);
const resultsFile = join(projectRoot, 'node_modules/.cache/mutations.json');

/** A result stands while the break, its file and its test files stay the same. */
export interface Results {
  find(mutation: Break): Promise<Result | null>;
  /** @param folder the copy of the tree in which the tests ran */
  add(mutation: Break, result: Result, folder: string): Promise<void>;
}

export async function openResults(file = resultsFile): Promise<Results> {
  const known = await readResults(file);
  return {
    find: async (mutation) => known.get(await keyOf(mutation, projectRoot)) ?? null,
    add: async (mutation, result, folder) => {
      known.set(await keyOf(mutation, folder), result);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.new`, JSON.stringify(Object.fromEntries(known), null, 2));
      await rename(`${file}.new`, file);
    },
  };
}

/** Empty without a file, and for a file of another version of this tool. */
async function readResults(file: string): Promise<Map<string, Result>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return new Map(Object.entries(Results.safeParse(JSON.parse(text)).data ?? {}));
}

async function keyOf(mutation: Break, folder: string): Promise<string> {
  const { id, file, replace, by, tests } = mutation;
  const sum = createHash('sha256').update(JSON.stringify({ replace, by, tests }));
  for (const path of [file, ...tests]) sum.update(await readFile(join(folder, path)));
  return `${id} ${sum.digest('hex').slice(0, 16)}`;
}
