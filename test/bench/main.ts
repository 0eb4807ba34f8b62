import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { createLifecycle, type Lifecycle } from '../../shared/async/lifecycle.ts';
import { projectRoot } from '../support/source-tree.ts';
import { appendBenchmark } from './append.ts';
import { backupBenchmark } from './backup.ts';
import { busyBenchmark } from './busy.ts';
import { busyMemberBenchmark } from './busy-member.ts';
import { costBenchmark } from './cost.ts';
import { feedBenchmark } from './feed.ts';
import { guildBenchmark } from './guild.ts';
import { kafkaBenchmark } from './kafka.ts';
import { locationsBenchmark } from './locations.ts';
import { measureScale } from './measure-scale.ts';
import { memoryBenchmark } from './memory.ts';
import { pagesBenchmark } from './pages.ts';
import { rebuildBenchmark } from './rebuild.ts';
import { reportBenchmark } from './report.ts';
import { describeScale, workOutScale } from './scale.ts';
import { describeSideBySide, runSideBySide } from './side-by-side.ts';
import { snapshotBenchmark } from './snapshot.ts';
import { startBenchmark } from './start.ts';
import type { Benchmark } from './support/benchmark.ts';
import { aligned, describeFigures, machine } from './support/figures.ts';

const benchmarks: Readonly<Record<string, Benchmark>> = {
  report: reportBenchmark,
  cost: costBenchmark,
  busy: busyBenchmark,
  kafka: kafkaBenchmark,
  append: appendBenchmark,
  start: startBenchmark,
  snapshot: snapshotBenchmark,
  feed: feedBenchmark,
  guild: guildBenchmark,
  'busy-member': busyMemberBenchmark,
  locations: locationsBenchmark,
  memory: memoryBenchmark,
  rebuild: rebuildBenchmark,
  backup: backupBenchmark,
  pages: pagesBenchmark,
};

const scaleSummary =
  'worked out, not measured: what guilds of some sizes need, and which part is full first; --measure renews its costs';
const list = aligned([
  ...Object.entries(benchmarks).map(([name, { summary }]) => [name, summary]),
  ['scale', scaleSummary],
]);

const help = `npm run bench -- NAME [--against DIR [--rounds N]] [--json]

${list.replaceAll(/^/gm, '  ')}

  --against DIR  runs NAME here and in the checkout DIR in turns, and prints both medians and their ratio
  --rounds N     turns of --against (3)
  --json         prints one JSON document
  --measure      of scale: measures its costs, with 5,000 accounts in separate processes on Kafka, in ten minutes
  --help         prints this text

Each benchmark takes one to two minutes, cost six, and guild fifteen. CPU comes from /proc, so that Linux is needed. Figures depend on the
machine and on its other work: compare two versions with --against, in one run.
`;

/** @returns the exit code */
async function main(): Promise<number> {
  const { values: flags, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      measure: { type: 'boolean', default: false },
    },
  });
  const [name, ...more] = positionals;
  const rounds = Number(flags.rounds);
  const print = (document: object, text: string) =>
    process.stdout.write(flags.json ? `${JSON.stringify(document)}\n` : `${text}\n`);
  if (flags.help || name === undefined) {
    process.stdout.write(flags.help ? help : `${list}\n`);
    return 0;
  }
  if (more.length > 0) throw new UsageError(`one benchmark runs at a time; leave out ${more.join(' ')}`);
  if (!Number.isInteger(rounds) || rounds < 1) throw new UsageError('--rounds takes a number from 1 on');
  if (name === 'scale') {
    if (flags.against !== undefined) throw new UsageError('scale measures nothing; leave out --against');
    if (flags.measure) {
      const costs = await untilSignal((lifecycle) => measureScale(lifecycle));
      process.stdout.write(`${machine()}\n${JSON.stringify(costs, null, 2)}\n`);
      return 0;
    }
    const scale = workOutScale();
    print(scale, describeScale(scale));
    return 0;
  }
  const benchmark = benchmarks[name];
  if (benchmark === undefined)
    throw new UsageError(`there is no benchmark ${name}; run npm run bench for a list`);
  if (flags.against !== undefined) {
    const result = await runSideBySide(name, flags.against, rounds);
    print(result, describeSideBySide(result));
    return 0;
  }
  const figures = await untilSignal(benchmark.run);
  const result = { bench: name, machine: machine(), figures };
  print(result, `${name}: ${benchmark.summary}\n${result.machine}\n${describeFigures(figures)}`);
  return 0;
}

async function untilSignal<Result>(work: (lifecycle: Lifecycle) => Promise<Result>): Promise<Result> {
  const lifecycle = createLifecycle();
  const interrupted = Promise.withResolvers<never>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interrupted.reject(new Error(`ended by ${signal}`)));
  }
  const run = bundleHub().then(() => work(lifecycle));
  // After a signal, processes that end make the run fail, which says nothing new.
  run.catch(() => {});
  try {
    return await Promise.race([run, interrupted.promise]);
  } finally {
    await lifecycle.close();
  }
}

/** Without a current bundle, a hub starts slower and takes more memory. */
async function bundleHub(): Promise<void> {
  await promisify(execFile)('npm', ['run', '--silent', 'postinstall'], { cwd: projectRoot });
}

class UsageError extends Error {}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage =
    error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
