import type { Command } from 'commander';
import type { Projection } from '../../../shared/projection/projection.ts';
import { moveOperations } from '../../operations/projections/move-generations.ts';
import { runCommand } from '../run-command.ts';
import { wholeNumber } from '../terminal/arguments.ts';
import type { Output } from '../terminal/output.ts';
import { projectionHelp, projectionNamed } from './projection-argument.ts';

interface MoveFlags {
  readonly force?: boolean;
}

interface RetireFlags {
  readonly previous?: boolean;
  readonly generation?: number;
}

export function moveCommands(group: Command): void {
  group
    .command('promote')
    .description('serve the new generation from now on and keep the old generation current')
    .argument('<name>', projectionHelp, projectionNamed)
    .option(
      '--force',
      'promote even if the new generation is not verified, is behind, or has parked records that the live generation could process',
    )
    .action(({ name }: Projection, { force = false }: MoveFlags, command: Command) =>
      runCommand(command, async (hub) =>
        moved(await moveOperations.promote(hub, { name, force, actor: 'cli' })),
      ),
    );
  group
    .command('rollback')
    .description('serve the previous generation again')
    .argument('<name>', projectionHelp, projectionNamed)
    .option('--force', 'even if the previous generation is behind')
    .action(({ name }: Projection, { force = false }: MoveFlags, command: Command) =>
      runCommand(command, async (hub) =>
        moved(await moveOperations.rollBack(hub, { name, force, actor: 'cli' })),
      ),
    );
  group
    .command('retire')
    .description('drop generations that no process reads')
    .argument('<name>', projectionHelp, projectionNamed)
    .option('--previous', 'also drop the previous generation: no rollback is possible then')
    .option('--generation <n>', 'drop this generation only', wholeNumber(1, 999_999_999))
    .action(({ name }: Projection, flags: RetireFlags, command: Command) =>
      runCommand(command, async (hub) => {
        const document = await moveOperations.retire(hub, { name, ...flags, actor: 'cli' });
        return { document, text: `${name}: dropped generation ${document.retired.join(', ')}` };
      }),
    );
}

function moved(document: { readonly name: string; readonly from: number; readonly to: number }): Output {
  const { name, from, to } = document;
  return {
    document,
    text: `${name}: generation ${to} is live, generation ${from} still receives new events`,
  };
}
