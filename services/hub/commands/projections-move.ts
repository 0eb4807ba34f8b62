import type { Command } from 'commander';
import type { Projection } from '../../../shared/projection/projection.ts';
import { type Promotion, promote, rollBack } from '../../../shared/projection/replay/promote.ts';
import { retire } from '../../../shared/projection/replay/retire.ts';
import { wholeNumber } from '../arguments.ts';
import type { Output } from '../output.ts';
import { runCommand } from '../run-command.ts';
import { projectionNamed } from './projection-argument.ts';

interface MoveFlags {
  readonly force?: boolean;
}

/** The commands that change which generation is live, and drop generations that are not. */
export function moveCommands(group: Command): void {
  group
    .command('promote')
    .description('serve the new generation from now on; the old one is kept current')
    .argument('<name>', 'a projection', projectionNamed)
    .option(
      '--force',
      'even if it is not verified, is behind, or parked records that the live one could process',
    )
    .action(({ name }: Projection, { force = false }: MoveFlags, command: Command) =>
      runCommand(command, async ({ database }) => moved(name, await promote(database, name, { force }))),
    );
  group
    .command('rollback')
    .description('serve the generation from before the last promotion again')
    .argument('<name>', 'a projection', projectionNamed)
    .option('--force', 'even if it is behind')
    .action(({ name }: Projection, { force = false }: MoveFlags, command: Command) =>
      runCommand(command, async ({ database }) => moved(name, await rollBack(database, name, { force }))),
    );
  group
    .command('retire')
    .description('drop the generations from before the live one')
    .argument('<name>', 'a projection', projectionNamed)
    .option('--generation <n>', 'drop this one', wholeNumber(1, 999_999_999))
    .action(({ name }: Projection, { generation }: { generation?: number }, command: Command) =>
      runCommand(command, async ({ database }) => {
        const retired = await retire(database, name, generation);
        return {
          document: { name, retired },
          text: `${name}: dropped generation ${retired.join(', ')}`,
        };
      }),
    );
}

function moved(name: string, { from, to }: Promotion): Output {
  return { document: { name, from, to }, text: `${name}: generation ${to} is live, ${from} is kept current` };
}
