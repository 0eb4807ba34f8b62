import type { Command } from 'commander';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import type { Projection } from '../../../shared/projection/projection.ts';
import { type Promotion, promote, rollBack } from '../../../shared/projection/replay/promote.ts';
import { retire } from '../../../shared/projection/replay/retire.ts';
import { wholeNumber } from '../arguments.ts';
import type { HubConnection } from '../connect.ts';
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
      runCommand(command, async (hub) =>
        moved(hub, name, 'projection-promoted', await promote(hub.database, name, { force })),
      ),
    );
  group
    .command('rollback')
    .description('serve the generation from before the last promotion again')
    .argument('<name>', 'a projection', projectionNamed)
    .option('--force', 'even if it is behind')
    .action(({ name }: Projection, { force = false }: MoveFlags, command: Command) =>
      runCommand(command, async (hub) =>
        moved(hub, name, 'projection-rolled-back', await rollBack(hub.database, name, { force })),
      ),
    );
  group
    .command('retire')
    .description('drop the generations from before the live one')
    .argument('<name>', 'a projection', projectionNamed)
    .option('--generation <n>', 'drop this one', wholeNumber(1, 999_999_999))
    .action(({ name }: Projection, { generation }: { generation?: number }, command: Command) =>
      runCommand(command, async ({ database, journal, operator }) => {
        const retired = await retire(database, name, generation);
        const details = { generations: retired.map(String) };
        await recordInAudit(journal, {
          by: `cli:${operator}`,
          action: 'projection-retired',
          about: [name],
          details,
        });
        return {
          document: { name, retired },
          text: `${name}: dropped generation ${retired.join(', ')}`,
        };
      }),
    );
}

async function moved(
  { journal, operator }: HubConnection,
  name: string,
  action: 'projection-promoted' | 'projection-rolled-back',
  { from, to }: Promotion,
): Promise<Output> {
  await recordInAudit(journal, { by: `cli:${operator}`, action, about: [name], details: { from, to } });
  return { document: { name, from, to }, text: `${name}: generation ${to} is live, ${from} is kept current` };
}
