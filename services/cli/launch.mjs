#!/usr/bin/env node
// The `hub` command on any machine: finds a Node that runs TypeScript, and runs main.ts or its bundle on it with the same
// arguments. Plain JavaScript that Node 20 understands.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { explainMissingNode, findNode } from '../../shared/runtime/find-node.mjs';
import { environment, nodeFlags } from '../../shared/runtime/node-runtime.mjs';
import { toRun } from './bundled.mjs';
import { workloadOf } from './command-of.mjs';

/** @type {NodeJS.Signals[]} */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const node = findNode();
if (node === null) {
  process.stderr.write(`${explainMissingNode()}\n`);
  process.exitCode = 1;
} else {
  const args = process.argv.slice(2);
  run(node, [...nodeFlags(node, workloadOf(args)), toRun('main'), ...args]);
}

/**
 * @param {string} node
 * @param {string[]} args
 */
function run(node, args) {
  // A Node with execve replaces this process, so that there is no second one and no signal to forward.
  if (typeof process.execve === 'function' && process.platform === 'linux') {
    process.execve(node, [node, ...args], environment);
  }
  // The channel closes when this process dies, however it dies; `hub start` then stops.
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment });
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${node} cannot be run: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  });
}
