import '../../shared/runtime/small-buffer-pools.ts';
import { runHub } from './run-hub.ts';

process.exitCode = await runHub(process.argv.slice(2));
