import type { Command } from 'commander';
import type { Projection } from '../../../shared/projection/projection.ts';
import { moveOperations } from '../../operations/projections/move-generations.ts';
import type { HubConnection } from '../connection/connect.ts';
import { onHub } from '../run-command.ts';
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
    .action(onHub(moveWith(moveOperations.promote)));
  group
    .command('rollback')
    .description('serve the previous generation again')
    .argument('<name>', projectionHelp, projectionNamed)
    .option('--force', 'even if the previous generation is behind')
    .action(onHub(moveWith(moveOperations.rollBack)));
  group
    .command('retire')
    .description('drop generations that no process reads')
    .argument('<name>', projectionHelp, projectionNamed)
    .option('--previous', 'also drop the previous generation: no rollback is possible then')
    .option('--generation <n>', 'drop this generation only', wholeNumber(1, 999_999_999))
    .action(onHub(retire));
}

function moveWith(move: typeof moveOperations.promote) {
  return async (hub: HubConnection, { name }: Projection, { force = false }: MoveFlags): Promise<Output> => {
    const document = await move(hub, { name, force, actor: 'cli' });
    const { from, to } = document;
    const text = `${name}: generation ${to} is live, generation ${from} still receives new events`;
    return { document, text };
  };
}

async function retire(hub: HubConnection, { name }: Projection, flags: RetireFlags): Promise<Output> {
  const document = await moveOperations.retire(hub, { name, ...flags, actor: 'cli' });
  return { document, text: `${name}: dropped generation ${document.retired.join(', ')}` };
}
