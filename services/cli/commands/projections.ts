import type { Command } from 'commander';
import { damagedProjection } from '../../../shared/projection/upkeep/note-damage.ts';
import {
  type ProjectionStatus,
  readProjectionStatus,
} from '../../../shared/projection/upkeep/projection-status.ts';
import type { HubConnection } from '../connection/connect.ts';
import { sizeOf } from '../doctor/finding.ts';
import { onHub } from '../run-command.ts';
import { type Output, table } from '../terminal/output.ts';
import { moveCommands } from './projections-promote.ts';
import { rebuildCommand } from './projections-rebuild.ts';
import { verifyCommand } from './projections-verify.ts';

export function projectionsCommand(program: Command): void {
  const projections = program.command('projections').description('the read models: progress and rebuilds');
  projections
    .command('list', { isDefault: true })
    .description('every generation: version, state, size, position, lag')
    .action(onHub(list));
  rebuildCommand(projections);
  verifyCommand(projections);
  moveCommands(projections);
}

async function list({ database, journal }: HubConnection): Promise<Output> {
  const statuses = await readProjectionStatus(database, journal.log);
  const stopped = statuses.filter((status) => status.stopped_reason !== null);
  const damaged = statuses.filter(({ damage }) => damage !== null);
  return {
    document: { projections: statuses },
    text: [
      table(
        ['NAME', 'VERSION', 'GENERATION', 'STATE', 'SIZE', 'POSITION', 'LAG EVENTS', 'LAG S', 'PARKED'],
        statuses.filter(({ state }) => state !== 'retired').map(toRow),
        'No projections yet: hub start creates them',
      ),
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

function toRow(status: ProjectionStatus) {
  return [
    status.name,
    status.version,
    status.generation,
    stateOf(status),
    sizeOf(status.size_bytes),
    status.position,
    status.lag_events,
    status.lag_seconds,
    status.parked,
  ];
}
