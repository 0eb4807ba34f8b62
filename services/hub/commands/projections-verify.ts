import type { Command } from 'commander';
import { z } from 'zod';
import { OperatorError } from '../../../shared/errors.ts';
import { rowSettings, rowsKeptOf } from '../../../shared/process/process-settings.ts';
import type { Projection } from '../../../shared/projection/projection.ts';
import { type Verification, verifyGeneration } from '../../../shared/projection/replay/verify/verify.ts';
import { loadEnvironment, readSettings } from '../../../shared/settings.ts';
import { whileProjected } from '../../operations/while-projected.ts';
import type { HubConnection } from '../connect.ts';
import type { Output } from '../output.ts';
import { thousands } from '../progress-display.ts';
import { runCommand } from '../run-command.ts';
import { projectionNamed } from './projection-argument.ts';

export function verifyCommand(group: Command): void {
  group
    .command('verify')
    .description(
      'compare the new generation with the live one at one position of the log; exit 1 when they differ',
    )
    .argument('<name>', 'a projection', projectionNamed)
    .action(async (room: Projection, _: unknown, command: Command) => {
      let equal = true;
      await runCommand(command, async (hub) => {
        const verification = await verifyRoom(hub, room);
        equal = verification.equal;
        return shown(room, verification);
      });
      if (!equal) throw new OperatorError('not_equal', `the two generations of ${room.name} differ`);
    });
}

const keptSettings = z.object(rowSettings);

export function verifyRoom(hub: HubConnection, projection: Projection): Promise<Verification> {
  const rowsKept = rowsKeptOf(readSettings(keptSettings, loadEnvironment()));
  const { database } = hub;
  return whileProjected(hub, projection, () => verifyGeneration({ database, projection, rowsKept }));
}

function shown({ name }: Projection, verification: Verification): Output {
  const { live, candidate, equal, tables, differences } = verification;
  const sides = [live, candidate].map(
    ({ generation, rows, digest }) => `generation ${generation}: ${thousands(rows)} rows, digest ${digest}`,
  );
  const found = tables.flatMap(({ table, rows, columns }) => [
    ...(rows > 0 ? [`${table}: ${thousands(rows)} rows differ`] : []),
    ...columns.map(
      ({ column, side, rows: set }) =>
        `${table}: only the ${side} has ${column}, set in ${thousands(set)} rows`,
    ),
  ]);
  const rows = differences.map(
    ({ table, key, ...both }) =>
      `${table} ${JSON.stringify(key)}\n  live       ${JSON.stringify(both.live)}\n  candidate  ${JSON.stringify(both.candidate)}`,
  );
  return {
    document: { name, ...verification },
    text: [`${name} is ${equal ? 'equal' : 'not equal'}`, ...sides, ...found, ...rows].join('\n'),
  };
}
