import type { Command } from 'commander';
import { startConsole } from '../../console/main.ts';
import { readConsoleSettings } from '../../console/settings.ts';
import { serviceCommand } from './service-command.ts';

export function consoleCommand(program: Command): void {
  serviceCommand(program, {
    name: 'console',
    description: 'serve the pages in a separate process; any number may run',
    readSettings: readConsoleSettings,
    start: startConsole,
  });
}
