import { type Argument, type Command, Help, type Option } from 'commander';
import { createProgram } from '../../services/cli/program.ts';
import { code, markdownTable, referencePage, sentence } from './markdown.ts';

const help = new Help();

/** `docs/reference/commands.md`. */
export async function commandsPage(): Promise<string> {
  const program = await createProgram([]);
  const groups = help.visibleCommands(program).filter(isOwn);
  const overview = groups.map((command) => [
    `[${code(`hub ${command.name()}`)}](#${anchorOf(command)})`,
    sentence(command.description()),
  ]);
  return referencePage('Commands', [
    introduction,
    markdownTable(['Command', 'Does'], overview),
    ...groups.flatMap((command) => [`## hub ${command.name()}`, ...bodyOf(command)]),
  ]);
}

const introduction = `
A command is \`npm run hub -- <command>\` in the checkout; \`npm run -s hub\` leaves out the lines of npm. Every command takes
\`--help\`, and \`--json\`, which prints one JSON document instead of text. \`hub --version\` prints the release and its commit.
[operations.md](../../shared/spec/operations.md#commands) says which commands create a hub, and how commands end. It also
describes [the documents of \`--json\`](../../shared/spec/operations.md#what---json-prints).
`.trim();

/** The text of a command, and of its subcommands. */
function bodyOf(command: Command): string[] {
  const children = help.visibleCommands(command).filter(isOwn);
  if (children.length === 0) return describe(command);
  const sections = children.flatMap((child) => [`### ${pathOf(child)}`, ...describe(child)]);
  return [sentence(command.description()), ...sections];
}

function describe(command: Command): string[] {
  const taken = [
    ...command.registeredArguments.map((argument) => [
      termOf(argument),
      sentence(describeArgument(argument)),
    ]),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((option) => [code(help.optionTerm(option)), describeOption(command, option)]),
  ];
  const { parent } = command;
  const usage = taken.length > 0 ? `${pathOf(command)} ${usageOf(command)}` : pathOf(command);
  const isDefault = parent !== null && Reflect.get(parent, '_defaultCommandName') === command.name();
  const short = isDefault ? ` ${code(pathOf(parent))} does the same.` : '';
  return [
    sentence(command.description()) + short,
    `\`\`\`\n${usage}\n\`\`\``,
    ...(taken.length > 0 ? [markdownTable(['Argument or option', 'Meaning'], taken)] : []),
  ];
}

/** The usage of commander, which has `[options]` also for a command with arguments only. */
function usageOf(command: Command): string {
  return command.options.length > 0 ? command.usage() : command.usage().replace('[options] ', '');
}

function termOf(argument: Argument): string {
  return code(argument.required ? `<${argument.name()}>` : `[${argument.name()}]`);
}

function describeArgument(argument: Argument): string {
  return help.argumentDescription(argument);
}

function describeOption(command: Command, option: Option): string {
  // Commander's types leave this field out.
  const conflicts = Reflect.get(option, 'conflictsWith') as readonly string[];
  const others = conflicts.flatMap(
    (name) => command.options.find((other) => other.attributeName() === name && !other.negate)?.long ?? [],
  );
  return [
    sentence(help.optionDescription(option)),
    ...(option.mandatory ? ['Required.'] : []),
    ...(others.length > 0 ? [`Not together with ${others.map(code).join(', ')}.`] : []),
  ].join(' ');
}

/** Without the command `help`, which every group has. */
function isOwn(command: Command): boolean {
  return command.name() !== 'help';
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function anchorOf(command: Command): string {
  return `hub-${command.name()}`;
}
