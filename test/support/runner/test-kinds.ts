import { allFiles, fileAt, isTest, reachedFrom, type SourceFile } from '../source-tree.ts';
import { filesWithoutQuickRun } from './files-without-quick-run.ts';

export interface TestKinds {
  /**
   * Uses no database, no broker and no second process, and changes nothing that a process has only
   * once.
   */
  readonly pure: readonly string[];
  readonly real: readonly string[];
  /** Repeats something so often that `npm test` runs a tenth of it, or takes random cases. */
  readonly campaigns: readonly string[];
  /**
   * Needs only the code and the run's PostgreSQL server, repeats nothing often, checks no deadline,
   * and takes less than 12 s.
   */
  readonly quick: readonly string[];
}

export const runsQuick = process.env.HUB_TEST_QUICK === '1';

/**
 * Files that give a test a server or a process, and changes that all threads of a process share.
 */
const realSupport = /^test\/support\/(postgres|kafka|hub|docker)|^shared\/postgres\/embedded\//;
const ofTheProcess =
  /from 'node:child_process'|process\.(env\b.*=|chdir|on\(|kill|exit)|vi\.(useFakeTimers|stub|mock|spyOn)/;

/** Helpers that start a whole hub, Kafka or a container, repeat a test often, or set a deadline. */
const slowSupport = /^test\/support\/(kafka|hub|docker|campaign|deadline)\b/;
const slowPackages = ['kafkajs', 'playwright-core', 'testcontainers'];

/** Sorts again at each start, because the imports of a new test decide its kind. */
export function sortTests(): TestKinds {
  const tests = allFiles.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'));
  const reached = new Map(tests.map((path) => [path, reachedFrom(path)]));
  const reaches = (path: string, target: RegExp) =>
    [...(reached.get(path) ?? [])].some((each) => target.test(each));
  const isPure = (path: string) =>
    !reaches(path, realSupport) && !ofTheProcess.test(fileAt(path)?.text ?? '');
  return {
    pure: tests.filter(isPure),
    real: tests.filter((path) => !isPure(path)),
    campaigns: tests.filter(
      (path) =>
        reaches(path, /^test\/support\/campaign\.ts$/) || fileAt(path)?.text.includes('fc.assert(') === true,
    ),
    quick: tests.filter((path) => isQuick(path) && !filesWithoutQuickRun.includes(path)),
  };
}

/** Decided by the test, its helpers, and the product files that these import directly. */
function isQuick(path: string): boolean {
  const helpers = [...reachedFrom(path, isTest)];
  const used = helpers.flatMap((each) => fileAt(each)?.local ?? []);
  return [...helpers, ...used].every((each) => !isSlow(fileAt(each)));
}

function isSlow(file: SourceFile | undefined): boolean {
  if (file === undefined) return false;
  const { path, local, packages, text } = file;
  if (text.includes("from 'node:child_process'")) return true;
  if (!isTest(path)) return false;
  const startsServer = local.some((each) => each.startsWith('shared/postgres/embedded/'));
  return startsServer || slowSupport.test(path) || slowPackages.some((each) => packages.includes(each));
}
