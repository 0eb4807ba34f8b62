import type { Command } from 'commander';
import { OperatorError } from '../../../shared/errors/errors.ts';
import type { Projection } from '../../../shared/projection/projection.ts';
import { damagedProjection } from '../../../shared/projection/upkeep/note-damage.ts';
import {
  type ProjectionStatus,
  readProjectionStatus,
} from '../../../shared/projection/upkeep/projection-status.ts';
import { moveOperations } from '../../operations/projections/move-generations.ts';
import { verifyProjection } from '../../operations/projections/verify-projection.ts';
import type { HubConnection } from '../connection/connect.ts';
import { sizeOf } from '../doctor/finding.ts';
import { onHub, runCommand } from '../run-command.ts';
import { readRowRetention } from '../settings.ts';
import { wholeNumber } from '../terminal/arguments.ts';
import { type Output, table } from '../terminal/output.ts';
import { thousands } from '../terminal/progress-display.ts';
import { projectionHelp, projectionNamed } from './projection-argument.ts';
import { rebuildCommand } from './projections-rebuild.ts';

interface MoveFlags {
  readonly force?: boolean;
}

interface RetireFlags {
  readonly previous?: boolean;
  readonly generation?: number;
}

export function projectionsCommand(program: Command): void {
  const projections = program.command('projections').description('the read models: progress and rebuilds');
  projections
    .command('list', { isDefault: true })
    .description('every generation: version, state, size, position, lag')
    .action(onHub(list));
  rebuildCommand(projections);
  projections
    .command('verify')
    .description(
      'compare the new generation with the live generation at one position of the log; exit 1 when they differ',
    )
    .argument('<name>', projectionHelp, projectionNamed)
    .action(verify);
  projections
    .command('promote')
    .description('serve the new generation from now on and keep the old generation current')
    .argument('<name>', projectionHelp, projectionNamed)
    .option(
      '--force',
      'promote even if the new generation is not verified, is behind, or has parked records that the live generation could process',
    )
    .action(onHub(moveWith(moveOperations.promote)));
  projections
    .command('rollback')
    .description('serve the previous generation again')
    .argument('<name>', projectionHelp, projectionNamed)
    .option('--force', 'even if the previous generation is behind')
    .action(onHub(moveWith(moveOperations.rollBack)));
  projections
    .command('retire')
    .description('drop generations that no process reads')
    .argument('<name>', projectionHelp, projectionNamed)
    .option('--previous', 'also drop the previous generation: no rollback is possible then')
    .option('--generation <n>', 'drop this generation only', wholeNumber(1, 999_999_999))
    .action(onHub(retire));
}

async function list({ database, journal }: HubConnection): Promise<Output> {
  const statuses = await readProjectionStatus(database, journal.log);
  const kept = statuses.filter(({ state }) => state !== 'retired');
  const stopped = statuses.filter((status) => status.stopped_reason !== null);
  const damaged = statuses.filter(({ damage }) => damage !== null);
  return {
    document: { projections: statuses },
    text: [
      table(kept, 'No projections yet: hub start creates them', {
        NAME: ({ name }) => name,
        VERSION: ({ version }) => version,
        GENERATION: ({ generation }) => generation,
        STATE: stateOf,
        SIZE: (status) => sizeOf(status.size_bytes),
        POSITION: ({ position }) => position,
        'LAG EVENTS': (status) => status.lag_events,
        'LAG S': (status) => status.lag_seconds,
        PARKED: ({ parked }) => parked,
      }),
      ...damaged.map(({ name, damage }) => damagedProjection(name, damage ?? '')),
      ...stopped.map(({ name, stopped_reason }) => `${name} is stopped: ${stopped_reason}`),
    ].join('\n'),
  };
}

function stateOf({ state, role, damage, first_fill }: ProjectionStatus): string {
  const isSpare = role === 'surplus' || (role === 'previous' && state !== 'previous');
  return [state, first_fill && 'being built', isSpare && role, damage !== null && 'damaged']
    .filter(Boolean)
    .join(', ');
}

async function verify(projection: Projection, _: unknown, command: Command): Promise<void> {
  let equal = true;
  await runCommand(command, async (hub) => {
    const verification = await verifyProjection(hub, projection, readRowRetention());
    equal = verification.equal;
    return shown(verification);
  });
  if (!equal) throw new OperatorError('not_equal', `the two generations of ${projection.name} differ`);
}

function shown(verification: Awaited<ReturnType<typeof verifyProjection>>): Output {
  const { name, live, candidate, equal, tables, differences } = verification;
  const sides = [live, candidate].map(
    ({ generation, rows, digest }) => `generation ${generation}: ${thousands(rows)} rows, digest ${digest}`,
  );
  const found = tables.flatMap(({ table, rows, columns }) => [
    ...(rows > 0 ? [`${table}: ${thousands(rows)} rows differ`] : []),
    ...columns.map(
      ({ column, side, rows: set }) =>
        `${table}: only the ${side} generation has the column ${column}, with values in ${thousands(set)} rows`,
    ),
  ]);
  const rows = differences.map(
    ({ table, key, ...both }) =>
      `${table} ${JSON.stringify(key)}\n  live       ${JSON.stringify(both.live)}\n  candidate  ${JSON.stringify(both.candidate)}`,
  );
  return {
    document: verification,
    text: [
      `the two generations of ${name} are ${equal ? 'equal' : 'different'}`,
      ...sides,
      ...found,
      ...rows,
    ].join('\n'),
  };
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
