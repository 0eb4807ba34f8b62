import { runsCampaigns } from '../campaign.ts';

/** True in `npm run test:slow`, which runs the files that `npm test` leaves out. */
export const runsSlow = process.env.HUB_TEST_SLOW === '1';

/** All files of these folders: browsers, Kafka, kills, other programs, several processes. */
const slowFolders = ['test/pages/', 'test/kafka/', 'test/failures/', 'test/consumers/', 'test/processes/'];

/** Each file takes over 15 s of CPU time, or needs containers. */
export const slowFiles: readonly string[] = [
  'services/cli/commands/audit-commands.test.ts',
  'services/cli/commands/demo.test.ts',
  'services/cli/commands/rebuild-commands.test.ts',
  'services/cli/connection/embedded.test.ts',
  'services/cli/connection/running-hub.test.ts',
  'services/cli/restore/erased-elsewhere.test.ts',
  'services/cli/restore/restore-commands.test.ts',
  'services/cli/verify-backup/compare-with-live.test.ts',
  'services/console/log-away.test.ts',
  'services/query/streams/large-answers.test.ts',
  'services/query/streams/parallel-trails.test.ts',
  'test/api-document.test.ts',
  'test/day-of-play.test.ts',
  'test/install.test.ts',
  'test/kept-by-clients.test.ts',
  'test/moves.test.ts',
  'test/operators-day.test.ts',
  'test/release.test.ts',
  'test/update-under-load.test.ts',
  'test/upgrade.test.ts',
];

/** Named on the command line of `npm test`; an empty list means all files. */
export const namedFiles: readonly string[] = process.argv
  .slice(2)
  .filter((each) => !each.startsWith('-') && each !== 'run' && !each.endsWith('vitest.config.ts'));

export function isSlowFile(path: string): boolean {
  return slowFiles.includes(path) || slowFolders.some((folder) => path.startsWith(folder));
}

/** The files that are not slow, or the slow files. A named file always runs. */
export function filesOfRun(
  paths: readonly string[],
  named: readonly string[] = namedFiles,
  wantsSlow: boolean = runsSlow,
): readonly string[] {
  if (runsCampaigns || named.length > 0) return paths;
  return paths.filter((path) => isSlowFile(path) === wantsSlow);
}
