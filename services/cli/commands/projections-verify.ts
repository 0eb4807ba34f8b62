import type { Command } from 'commander';
import { OperatorError } from '../../../shared/errors/errors.ts';
import type { Projection } from '../../../shared/projection/projection.ts';
import { verifyProjection } from '../../operations/projections/verify-projection.ts';
import { runCommand } from '../run-command.ts';
import { readRowRetention } from '../settings.ts';
import type { Output } from '../terminal/output.ts';
import { thousands } from '../terminal/progress-display.ts';
import { projectionHelp, projectionNamed } from './projection-argument.ts';

export function verifyCommand(group: Command): void {
  group
    .command('verify')
    .description(
      'compare the new generation with the live generation at one position of the log; exit 1 when they differ',
    )
    .argument('<name>', projectionHelp, projectionNamed)
    .action(async (projection: Projection, _: unknown, command: Command) => {
      let equal = true;
      await runCommand(command, async (hub) => {
        const verification = await verifyProjection(hub, projection, readRowRetention());
        equal = verification.equal;
        return shown(verification);
      });
      if (!equal) throw new OperatorError('not_equal', `the two generations of ${projection.name} differ`);
    });
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
