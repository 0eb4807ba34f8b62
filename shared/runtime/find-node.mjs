// Finds the Node that runs the hub. Plain JavaScript that Node 20 understands.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledNode } from './platform.mjs';

const nodeNeeded = 24;
/**
 * A Node prints its version in some 20 ms; the limit is for a machine that is busy with the
 * installation.
 */
const tryWithinMs = 10_000;
/** Keeps the result of the last try of the bundled Node. */
const noteFile = fileURLToPath(new URL('../../node_modules/.cache/bundled-node.json', import.meta.url));

/**
 * @typedef {object} FindOptions
 * @property {string} [bundled] the path of the Node that npm installed
 * @property {{ execPath: string, version: string }} [own] the Node of this process
 * @property {string} [note] the file that keeps the result of the last try
 */

/**
 * Finds a Node that runs TypeScript: the bundled Node if it runs here, otherwise the Node of this
 * process.
 * @param {FindOptions} [options] replaced in tests
 * @returns {string | null} the path of its program; null when neither runs TypeScript
 */
export function findNode({ bundled = bundledNode, own = process, note = noteFile } = {}) {
  if (own.execPath === bundled || canRun(bundled, own, note)) return bundled;
  return majorOf(own.version) >= nodeNeeded ? own.execPath : null;
}

/**
 * One line for a machine without a Node for the hub.
 * @param {FindOptions} [options] replaced in tests
 */
export function explainMissingNode({ bundled = bundledNode, own = process } = {}) {
  const needs = `the hub needs Node ${nodeNeeded} or newer, and this is ${own.version}`;
  return changeTimeOf(bundled) === null
    ? `${needs}: install Node ${nodeNeeded}, or run npm ci --include=optional on Linux with glibc`
    : `${needs}; the Node that npm ci installed does not run here, as on musl: install Node ${nodeNeeded}`;
}

/**
 * Whether the program is a Node that runs here. Tries each program once.
 * @param {string} program
 * @param {{ execPath: string, version: string }} own
 * @param {string} note
 */
function canRun(program, own, note) {
  const changedAt = changeTimeOf(program);
  if (changedAt === null) return false;
  // The folder may be copied to a machine with another libc. The Node of that machine is usually
  // another Node, and then the note does not count.
  const tried = { path: program, changedAt, by: `${own.execPath} ${own.version}` };
  const known = readNote(note);
  if (known !== null && Object.entries(tried).every(([name, value]) => known[name] === value)) {
    return known.runs === true;
  }
  const runs = tryToRun(program);
  if (runs !== null) writeNote(note, { ...tried, runs });
  return runs === true;
}

/**
 * @param {string} program
 * @returns {boolean | null} null when the try shows nothing, because the machine lacked time or
 * memory
 */
function tryToRun(program) {
  const { error, status, signal, stdout } = spawnSync(program, ['--version'], {
    encoding: 'utf8',
    timeout: tryWithinMs,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const code = error !== undefined && 'code' in error ? error.code : null;
  if (code === 'ETIMEDOUT' || code === 'EAGAIN' || code === 'ENOMEM' || signal === 'SIGKILL') return null;
  return status === 0 && majorOf(stdout) >= nodeNeeded;
}

/**
 * @param {string} path
 * @returns {number | null} epoch ms; null without such a file
 */
function changeTimeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/**
 * @param {string} file
 * @returns {Record<string, unknown> | null} null when there is no note, or none that can be read
 */
function readNote(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * In one step, because commands may run at the same moment.
 * @param {string} file
 * @param {Record<string, unknown>} note
 */
function writeNote(file, note) {
  const written = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(written, JSON.stringify(note));
    renameSync(written, file);
  } catch {
    // Without a note, for example in a read-only folder, each command tries the program again.
  }
}

/** @param {string} version like v24.1.0 */
function majorOf(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
}
