import { parseArgs } from 'node:util';
import { createLifecycle, type Lifecycle } from '../../shared/async/lifecycle.ts';
import type { Break } from './break.ts';
import { breaks } from './breaks/all.ts';
import { openResults, type Result } from './results.ts';
import { copyTree } from './tree-copy.ts';
import { findFailingTests, type TryOptions, tryBreaks } from './try-breaks.ts';

const help = `npm run mutations [-- ID...] [--list] [--again] [--json]

Breaks the code in a copy of the tree, one break after another, and runs the tests that must notice the break.
An ID is the id of a break or the beginning of it. Without an ID all breaks run.

  --list   prints the breaks, and runs nothing
  --again  runs breaks again whose result is known
  --json   prints one JSON document
  --help   prints this text

Ctrl-C ends the run, and the next run continues. A result is known until the break, its file or its tests change.
The exit code is 1 when a break survived or its tests did not load, and 2 for wrong arguments.
`;

interface Tried {
  readonly mutation: Break;
  readonly result: Result;
}

/** @returns the exit code */
async function main(lifecycle: Lifecycle, signal: AbortSignal): Promise<number> {
  const { values: flags, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (flags.help) {
    process.stdout.write(help);
    return 0;
  }
  const chosen = choose(positionals);
  if (flags.list) {
    const lines = chosen.map(({ id, reason }) => `${id}\n  ${reason}`).join('\n');
    process.stdout.write(flags.json ? `${JSON.stringify(chosen)}\n` : `${lines}\n`);
    return 0;
  }
  const tried = await tryChosen(chosen, flags.again, lifecycle, signal);
  if (tried === null) return 1;
  const rows = tried.map(({ mutation, result }) => ({ ...mutation, ...result }));
  const failed = rows.filter(({ outcome }) => outcome !== 'caught');
  const text = [
    `${rows.length - failed.length} of ${rows.length} breaks were caught`,
    ...failed.map(
      ({ id, outcome, reason, silent }) => `${outcome}: ${id} (${reason}) in ${silent.join(', ')}`,
    ),
  ].join('\n');
  process.stdout.write(flags.json ? `${JSON.stringify(rows)}\n` : `${text}\n`);
  return failed.length === 0 ? 0 : 1;
}

function choose(ids: readonly string[]): readonly Break[] {
  const unknown = ids.find((id) => !breaks.some((each) => each.id.startsWith(id)));
  if (unknown !== undefined) {
    throw new UsageError(`there is no break ${unknown}; run npm run mutations -- --list for all breaks`);
  }
  return ids.length === 0 ? breaks : breaks.filter((each) => ids.some((id) => each.id.startsWith(id)));
}

/** @returns null when tests fail without a break */
async function tryChosen(
  chosen: readonly Break[],
  again: boolean,
  lifecycle: Lifecycle,
  signal: AbortSignal,
): Promise<Tried[] | null> {
  const results = await openResults();
  const tried: Tried[] = [];
  const open: Break[] = [];
  for (const mutation of chosen) {
    const result = again ? null : await results.find(mutation);
    if (result === null) open.push(mutation);
    else tried.push({ mutation, result });
  }
  if (tried.length > 0) process.stderr.write(`${tried.length} results are known from an earlier run\n`);
  if (open.length === 0) return tried;
  const copy = await copyTree();
  lifecycle.onClose(copy.remove);
  let done = 0;
  const options: TryOptions = {
    folder: copy.path,
    results,
    signal,
    onResult: (mutation, result) => {
      done += 1;
      tried.push({ mutation, result });
      process.stderr.write(`${done}/${open.length} ${mutation.id}: ${result.outcome}, ${result.seconds} s\n`);
    },
  };
  process.stderr.write(`the tests of ${open.length} breaks run without a break first\n`);
  const { failing, output } = await findFailingTests(open, options);
  if (failing.length > 0) {
    process.stderr.write(
      `${output}\nthese tests fail without a break, so repair them first: ${failing.join(', ')}\n`,
    );
    return null;
  }
  await tryBreaks(open, options);
  return tried;
}

class UsageError extends Error {}

const lifecycle = createLifecycle();
const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => interrupted.abort(new Error(`ended by ${name}; the next run continues`)));
}
try {
  process.exitCode = await main(lifecycle, interrupted.signal);
} catch (error) {
  const isUsage =
    error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`mutations: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
} finally {
  await lifecycle.close();
}
