// Plain JavaScript that Node 20 understands, because the launcher reads this file before it finds
// its Node.

/** Commands that read a whole log, or write one. */
const batchCommands = new Set(['backup', 'demo', 'job', 'projections']);

/** Commands that load much at their start and then run for months. */
const loadingCommands = new Set(['start', 'query']);

/**
 * The command that arguments of `hub` name. The options of `hub` itself may precede the command and
 * take no values.
 * @param {readonly string[]} args
 */
export function commandOf(args) {
  return args.find((word) => !word.startsWith('-'));
}

/**
 * @param {readonly string[]} args
 * @returns {'loading' | 'server' | 'batch'}
 */
export function workloadOf(args) {
  const command = commandOf(args) ?? '';
  if (loadingCommands.has(command)) return 'loading';
  return batchCommands.has(command) ? 'batch' : 'server';
}
