// Runs a file of the installation on the Node of the hub, or on the Node of npm. npm starts this file with its own Node,
// because `node` in a script of npm is the bundled Node, which does not run on musl. Plain JavaScript that Node 20 understands.
import { spawnSync } from 'node:child_process';
import { findNode } from './find-node.mjs';

const { status } = spawnSync(findNode() ?? process.execPath, process.argv.slice(2), { stdio: 'inherit' });
process.exitCode = status ?? 1;
