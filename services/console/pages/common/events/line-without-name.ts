/** An event from before a change of the name keeps its name. */
export function lineWithoutName(line: string, name: string): string {
  if (!line.startsWith(`${name} `)) return line;
  const rest = line.slice(name.length + 1);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
