import '../../shared/runtime/small-buffer-pools.ts';
import { killIfStillRunning } from '../../shared/async/stop-signals.ts';
import { runHub } from './run-program.ts';

process.exitCode = await runHub(process.argv.slice(2));
killIfStillRunning(9_500);
