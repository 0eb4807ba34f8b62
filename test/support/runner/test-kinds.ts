import { allFiles, fileAt, reachedFrom } from '../source-tree.ts';

/** How the tests of the project are run, by what they import. */
export interface TestKinds {
  /** Needs nothing but the code: neither a database, a broker or a process, nor anything that a process has once. */
  readonly pure: readonly string[];
  /** The rest. */
  readonly real: readonly string[];
  /** Repeats something so often that `npm test` runs a tenth of it. */
  readonly campaigns: readonly string[];
}

/** Files that give a test a server or a process, and tests that change what all threads of a process share. */
const realSupport = /^test\/support\/(postgres|kafka|hub|docker)|^shared\/postgres\/embedded\//;
const ofTheProcess =
  /from 'node:child_process'|process\.(env\b.*=|chdir|on\(|kill|exit)|vi\.(useFakeTimers|stub|mock|spyOn)/;

/** Sorts them anew at each start: a new test is of its kind by what it imports. */
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
    campaigns: tests.filter((path) => reaches(path, /^test\/support\/campaign\.ts$/)),
  };
}
