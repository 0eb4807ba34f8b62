import { Command } from 'commander';
import { readRelease, releaseText } from '../../shared/process/release.ts';
import { commandOf } from './command-of.mjs';

type AddCommand = (program: Command) => void;

/** In the order of the help. */
const commands = new Map<string, () => Promise<AddCommand>>(
  Object.entries({
    start: async () => (await import('./commands/start.ts')).startCommand,
    ingest: async () => (await import('./commands/ingest.ts')).ingestCommand,
    projector: async () => (await import('./commands/projector.ts')).projectorCommand,
    query: async () => (await import('./commands/query.ts')).queryCommand,
    console: async () => (await import('./commands/console.ts')).consoleCommand,
    migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
    demo: async () => (await import('./commands/demo.ts')).demoCommand,
    member: async () => (await import('./commands/member.ts')).memberCommand,
    'sign-in': async () => (await import('./commands/sign-in.ts')).signInCommand,
    pair: async () => (await import('./commands/pair.ts')).pairCommand,
    device: async () => (await import('./commands/device.ts')).deviceCommand,
    account: async () => (await import('./commands/account.ts')).accountCommand,
    share: async () => (await import('./commands/share.ts')).shareCommand,
    key: async () => (await import('./commands/key.ts')).keyCommand,
    competition: async () => (await import('./commands/competition.ts')).competitionCommand,
    game: async () => (await import('./commands/game.ts')).gameCommand,
    decommission: async () => (await import('./commands/decommission.ts')).decommissionCommand,
    projections: async () => (await import('./commands/projections.ts')).projectionsCommand,
    log: async () => (await import('./commands/log.ts')).logCommand,
    backup: async () => (await import('./commands/backup.ts')).backupCommand,
    raw: async () => (await import('./commands/raw.ts')).rawCommand,
    audit: async () => (await import('./commands/audit.ts')).auditCommand,
    parked: async () => (await import('./commands/parked.ts')).parkedCommand,
    doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
    job: async () => (await import('./commands/job.ts')).jobCommand,
  }),
);

/**
 * The `hub` command. Loads only the subcommand that `args` name, because all subcommands take half
 * a second of CPU.
 * @param onAsked gets the text of the help or the version. A CommanderError follows.
 */
export async function createProgram(
  args: readonly string[],
  onAsked: (text: string) => void = () => {},
): Promise<Command> {
  const version = args.includes('--version') ? releaseText(await readRelease()) : '';
  const program = new Command('hub')
    .description('a guild account hub: plugins report in, consumers read out')
    .version(version, '--version', 'print the release and its commit')
    .option('--json', 'print one JSON document instead of text')
    .configureHelp({ showGlobalOptions: true })
    // These settings come before the subcommands, because the subcommands inherit them.
    .exitOverride()
    .configureOutput({ outputError: () => {}, writeErr: () => {}, writeOut: onAsked });
  for (const load of neededFor(args)) (await load())(program);
  return program;
}

function neededFor(args: readonly string[]): Iterable<() => Promise<AddCommand>> {
  const named = commands.get(commandOf(args) ?? '');
  if (named !== undefined) return [named];
  return args[0] === '--version' ? [] : commands.values();
}
