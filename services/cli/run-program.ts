import { CommanderError } from 'commander';
import { createProgram } from './program.ts';
import { ignoreStderrErrors, printHelp } from './terminal/output.ts';
import { reportFailure } from './terminal/report-failure.ts';

/** Runs the `hub` command. @returns its exit code */
export async function runHub(args: readonly string[], create = createProgram): Promise<number> {
  ignoreStderrErrors();
  let asked = '';
  try {
    const program = await create(args, (text) => {
      asked += text;
    });
    await program.parseAsync([...args], { from: 'user' }).catch((error: unknown) => {
      if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
    });
    if (asked !== '') await printHelp(asked);
    return 0;
  } catch (error) {
    return reportFailure(error, args.includes('--json'));
  }
}
