// Loads all of the hub's code once, so that later starts and commands find it compiled. Runs after
// npm installs the hub, and in the image's build. Plain JavaScript that Node 20 understands.
import { spawnSync } from 'node:child_process';
import { findNode } from '../../shared/runtime/find-node.mjs';
import { environment, everyFlags } from '../../shared/runtime/node-runtime.mjs';
import { toRun } from './bundled.mjs';

const node = findNode();
if (node !== null) {
  for (const flags of everyFlags(node)) {
    // A start fails in the same way, and reports the failure.
    spawnSync(node, [...flags, toRun('load-everything')], { env: environment, stdio: 'ignore' });
  }
}
