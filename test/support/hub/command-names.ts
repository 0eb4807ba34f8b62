import { createProgram } from '../../../services/cli/program.ts';

/** Like `projections rebuild`. */
export async function commandNames(): Promise<string[]> {
  return leavesOf(await createProgram([]));
}

type Command = Awaited<ReturnType<typeof createProgram>>;

function leavesOf(command: Command, path: readonly string[] = []): string[] {
  if (command.commands.length === 0) return [path.join(' ')];
  return command.commands.flatMap((child) => leavesOf(child, [...path, child.name()]));
}
