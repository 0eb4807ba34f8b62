#!/usr/bin/env node
// The `hub` command on any machine: finds a Node that runs TypeScript, and runs main.ts or its
// bundle with the same arguments. Plain JavaScript that Node 20 understands.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { explainMissingNode, findNode } from '../../shared/runtime/find-node.mjs';
import { environment, nodeFlags } from '../../shared/runtime/node-runtime.mjs';
import { canReplaceProcess } from '../../shared/runtime/platform.mjs';
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
 * The open files of the child. A `_FILE` setting may name a pipe, such as `<(…)`, which must stay
 * open.
 * @returns {('inherit' | 'ipc' | 'ignore' | number)[]}
 */
function inheritedFiles() {
  // File 3 is the channel to this process. The channel closes when this process ends for any
  // reason, and then `hub start` stops.
  const least = 4;
  const named = Object.entries(process.env)
    .filter(
      ([name, path = '']) => /_FILE$/.test(name) && /^\/dev\/fd\/\d{1,4}$/.test(path) && existsSync(path),
    )
    .map(([, path = '']) => Number(path.split('/').at(-1)))
    .filter((file) => file >= least);
  const further = Array.from({ length: Math.max(0, ...named.map((file) => file + 1 - least)) }, (_, index) =>
    named.includes(index + least) ? index + least : /** @type {const} */ ('ignore'),
  );
  return ['inherit', 'inherit', 'inherit', 'ipc', ...further];
}

/**
 * @param {string} node
 * @param {string[]} args
 */
function run(node, args) {
  // A Node with execve replaces this process, so no signals need forwarding.
  if (typeof process.execve === 'function' && canReplaceProcess) {
    process.execve(node, [node, ...args], environment);
  }
  const child = spawn(node, args, { stdio: inheritedFiles(), env: environment });
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${node} cannot be run: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  });
}
