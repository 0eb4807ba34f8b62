import { runsCampaigns, sampleDay } from '../campaign.ts';

/**
 * Each file takes 20 to 100 s. `npm test` runs one group of each list per day; a named file always
 * runs.
 */
const rotations: readonly (readonly (readonly string[])[])[] = [
  [
    [
      'test/failures/failover.test.ts',
      'services/cli/restore/restore-commands.test.ts',
      'test/kafka/outages.test.ts',
      'services/console/log-away.test.ts',
      'test/kafka/move-log.test.ts',
      'services/query/streams/parallel-trails.test.ts',
      'test/failures/terminated-sessions.test.ts',
      'services/cli/commands/audit-commands.test.ts',
    ],
    [
      'test/failures/campaign.test.ts',
      'test/failures/backup-kills.test.ts',
      'test/kafka/broker-faults.test.ts',
      'test/failures/damaged-pages.test.ts',
      'test/processes/busy-query.test.ts',
      'test/kafka/recreated-topic.test.ts',
      'test/kafka/drill.test.ts',
      'test/install.test.ts',
    ],
    [
      'test/upgrade.test.ts',
      'services/cli/commands/demo.test.ts',
      'test/failures/rebuild-embedded.test.ts',
      'test/failures/rebuild-changed.test.ts',
      'test/kept-by-clients.test.ts',
      'services/query/streams/large-answers.test.ts',
      'test/failures/backup-disks.test.ts',
      'services/cli/commands/rebuild-commands.test.ts',
      'services/cli/connection/embedded.test.ts',
    ],
    [
      'test/kafka/restore-backup.test.ts',
      'test/day-of-play.test.ts',
      'test/operators-day.test.ts',
      'services/cli/verify-backup/compare-with-live.test.ts',
      'test/kafka/move-log-kills.test.ts',
      'services/cli/restore/erased-elsewhere.test.ts',
      'test/failures/sigkill.test.ts',
      'test/api-document.test.ts',
      'services/cli/connection/running-hub.test.ts',
    ],
  ],
  [
    [
      'test/pages/officers.test.ts',
      'test/pages/console.test.ts',
      'test/pages/first-steps.test.ts',
      'test/pages/numbers.test.ts',
      'test/pages/first-evening.test.ts',
      'test/pages/members-accounts.test.ts',
    ],
    [
      'test/pages/pages.test.ts',
      'test/pages/live-map.test.ts',
      'test/pages/api-page.test.ts',
      'test/pages/pairing.test.ts',
      'test/pages/keyboard.test.ts',
    ],
  ],
];

export const rotatedFiles: readonly string[] = rotations.flat(2);

/** Named on the command line of `npm test`; an empty list means all files. */
export const namedFiles: readonly string[] = process.argv
  .slice(2)
  .filter((each) => !each.startsWith('-') && each !== 'run' && !each.endsWith('vitest.config.ts'));

/** @param day days since 1970 */
export function filesLeftOut(
  day: number = sampleDay,
  named: readonly string[] = namedFiles,
): readonly string[] {
  if (runsCampaigns) return [];
  return rotations
    .flatMap((groups) => groups.filter((_, index) => index !== day % groups.length).flat())
    .filter((file) => !named.some((each) => file.includes(each)));
}
