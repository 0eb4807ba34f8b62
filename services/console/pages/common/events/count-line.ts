const countedThing =
  /\b(completed|killed|met|finished|unlocked) an? ((?:\w+ )?(?:task|quest|clue|player|monster|speedrun|area))\b/;
const killCount = /\breached a kill count( of)?\b/;

/**
 * The sentence of equal events: “completed 3 tasks of the Easy Varrock diary”. Undefined when the
 * sentence names nothing that can be counted.
 */
export function countLine(line: string, count: number): string | undefined {
  if (killCount.test(line))
    return line.replace(
      killCount,
      (_, of) => `reached ${count} kill counts${of === undefined ? '' : ' up to'}`,
    );
  return countedThing.test(line)
    ? line.replace(countedThing, (_, done, thing) => `${done} ${count} ${thing}s`)
    : undefined;
}
