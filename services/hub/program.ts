import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { accountCommand } from './commands/account.ts';
import { decommissionCommand } from './commands/decommission.ts';
import { demoCommand } from './commands/demo.ts';
import { deviceCommand } from './commands/device.ts';
import { keyCommand } from './commands/key.ts';
import { logCommand } from './commands/log.ts';
import { memberCommand } from './commands/member.ts';
import { pairCommand } from './commands/pair.ts';
import { parkedCommand } from './commands/parked.ts';
import { projectionsCommand } from './commands/projections.ts';
import { serviceCommands } from './commands/services.ts';
import { shareCommand } from './commands/share.ts';
import { startCommand } from './commands/start.ts';

/** The `hub` command. Usage errors are thrown as CommanderError, other errors as the command threw them. */
export function createProgram(): Command {
  const program = new Command('hub')
    .description('a guild account hub: plugins report in, consumers read out')
    .version(packageJson.version, '--version', 'print the version')
    .option('--json', 'print one JSON document instead of text')
    .configureHelp({ showGlobalOptions: true })
    // Before the subcommands, which inherit these settings.
    .exitOverride()
    .configureOutput({ outputError: () => {}, writeErr: () => {} });
  startCommand(program);
  serviceCommands(program);
  demoCommand(program);
  memberCommand(program);
  pairCommand(program);
  deviceCommand(program);
  accountCommand(program);
  shareCommand(program);
  keyCommand(program);
  decommissionCommand(program);
  projectionsCommand(program);
  logCommand(program);
  parkedCommand(program);
  return program;
}
