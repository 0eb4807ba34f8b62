import { createProgram } from './program.ts';
import { reportFailure } from './report-failure.ts';

const program = createProgram();
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error, process.argv.includes('--json'));
}
