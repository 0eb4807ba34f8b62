import type { Command } from 'commander';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { describeMissingChecks, hasCheckRun } from '../../console/page-doctor-results.ts';
import { type Examination, examine } from '../doctor/examine.ts';
import { openExaminedHub } from '../doctor/examined-hub.ts';
import { printFor } from '../run-command.ts';

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check settings, database, log, clocks, disk, lag and backups of a running or stopped hub; exit 1 when something is wrong',
    )
    .action(async (_: unknown, command: Command) => {
      const hub = await openExaminedHub();
      let examination: Examination;
      try {
        examination = await examine(hub);
        await printFor(command, { document: examination, text: textOf(examination) });
      } finally {
        await hub.close();
      }
      const wrong = examination.checks.filter((check) => !check.ok && hasCheckRun(check)).length;
      if (wrong > 0) {
        throw new OperatorError('unwell', `${wrong} of ${examination.checks.length} checks found a problem`);
      }
    });
}

function textOf({ checks }: Examination): string {
  const made = checks.filter(hasCheckRun);
  const width = Math.max(...made.map(({ name }) => name.length));
  const lines = made.flatMap(({ name, ok, detail, fix }) => [
    `${ok ? 'ok   ' : 'WRONG'}  ${name.padEnd(width)}  ${detail}`,
    ...(fix === null ? [] : [`       ${' '.repeat(width)}  -> ${fix}`]),
  ]);
  return [...lines, ...describeMissingChecks(checks)].join('\n');
}
