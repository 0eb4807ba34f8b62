// Loads all of the hub's code once, so that every later start and command finds it compiled: npm runs this after it installed,
// and so does the image's build. Plain JavaScript that Node 20 understands.
import { spawnSync } from 'node:child_process';
import { findNode } from '../../shared/runtime/find-node.mjs';
import { environment, everyFlags } from '../../shared/runtime/node-runtime.mjs';
import { toRun } from './bundled.mjs';

const node = findNode();
if (node !== null) {
  for (const flags of everyFlags(node)) {
    // What fails here fails at the start, too, which says why.
    spawnSync(node, [...flags, toRun('load-everything')], { env: environment, stdio: 'ignore' });
  }
}
