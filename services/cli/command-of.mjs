// Plain JavaScript that Node 20 understands, because the launcher reads it before it has found its Node.

/** Commands that go through a whole log. */
const batchCommands = new Set(['backup', 'job', 'projections']);

/** Commands that load much at their start and then run for months. */
const loadingCommands = new Set(['start', 'query']);

/**
 * The command that arguments of `hub` name. The options of `hub` itself, which may stand before the command, take no values.
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
