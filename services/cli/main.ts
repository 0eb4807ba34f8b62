import '../../shared/runtime/small-buffer-pools.ts';
import { runHub } from './run-program.ts';

process.exitCode = await runHub(process.argv.slice(2));
