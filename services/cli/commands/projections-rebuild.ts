import { type Command, Option } from 'commander';
import { projections } from '../../../projections/registry.ts';
import type { Projection } from '../../../shared/projection/projection.ts';
import { cancelRebuilds, rebuildProjections } from '../../operations/projections/rebuild-projections.ts';
import type { HubConnection } from '../connection/connect.ts';
import { runCommand } from '../run-command.ts';
import { runInterruptible } from '../run-interruptible.ts';
import { readRowRetention } from '../settings.ts';
import { wholeNumber } from '../terminal/arguments.ts';
import type { Output } from '../terminal/output.ts';
import { thousands } from '../terminal/progress-display.ts';
import { projectionHelp, projectionNamed } from './projection-argument.ts';

interface RebuildFlags {
  readonly all?: true;
  readonly rate?: number;
  readonly fullSpeed?: true;
  readonly promote?: true;
  readonly cancel?: true;
}

export function rebuildCommand(group: Command): void {
  group
    .command('rebuild')
    .description(
      'build a new generation from the log next to the live generation; continues an interrupted rebuild',
    )
    .argument('[name]', projectionHelp, projectionNamed)
    .option('--all', 'every projection; projections with the same streams share one read')
    .option('--rate <n>', 'read at most this many events a second', wholeNumber(1, 999_999_999))
    .addOption(
      new Option(
        '--full-speed',
        'do not pause for a running hub: several times faster, but readers of the hub may notice',
      ).conflicts('rate'),
    )
    .option(
      '--promote',
      'then verify the new generation, and promote it when it is equal or the live generation is damaged',
    )
    .addOption(
      new Option('--cancel', 'drop the unfinished generation of a rebuild').conflicts([
        'rate',
        'fullSpeed',
        'promote',
      ]),
    )
    .action(async (projection: Projection | undefined, flags: RebuildFlags, command: Command) => {
      if ((projection === undefined) === (flags.all === undefined))
        command.error('name either a projection or --all');
      const named = projection === undefined ? projections : [projection];
      const work = (hub: HubConnection) => (flags.cancel ? cancel(hub, named) : rebuild(hub, named, flags));
      await runCommand(command, work, { runsAtLowPriority: !flags.fullSpeed && !flags.cancel });
    });
}

async function rebuild(
  hub: HubConnection,
  named: readonly Projection[],
  { rate, fullSpeed, promote }: RebuildFlags,
): Promise<Output> {
  const document = await runInterruptible('run the command again to continue', ({ signal, display }) =>
    rebuildProjections(hub, {
      projections: named,
      rate,
      fullSpeed,
      promote,
      retentionMsBySetting: readRowRetention(),
      signal,
      onProgress: display.show,
      actor: 'cli',
    }),
  );
  return { document, text: document.rebuilt.map(lineOf).join('\n') };
}

type RebuiltDocument = Awaited<ReturnType<typeof rebuildProjections>>['rebuilt'][number];

function lineOf({ name, generation, events, seconds, events_per_second, state }: RebuiltDocument): string {
  return (
    `${name}: generation ${generation} is ${state}, ${thousands(events)} events in ${seconds} s, ` +
    `${thousands(events_per_second)} a second`
  );
}

async function cancel(hub: HubConnection, named: readonly Projection[]): Promise<Output> {
  const document = await cancelRebuilds(hub, { names: named.map(({ name }) => name), actor: 'cli' });
  const lines = document.cancelled.map(({ name, generation }) => `${name}: dropped generation ${generation}`);
  return { document, text: lines.length === 0 ? 'No rebuild to cancel.' : lines.join('\n') };
}
