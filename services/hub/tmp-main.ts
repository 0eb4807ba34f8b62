import { Command } from 'commander';
import { startCommand } from './commands/start.ts';

const program = new Command();
startCommand(program);
await program.parseAsync();
