import { createProgram } from './program.ts';
import { reportFailure } from './report-failure.ts';

/** Runs the `hub` command with these arguments. @returns its exit code */
export async function runHub(args: readonly string[]): Promise<number> {
  try {
    const program = await createProgram(args);
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    return reportFailure(error, args.includes('--json'));
  }
}
