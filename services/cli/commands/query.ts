import type { Command } from 'commander';
import { startQuery } from '../../query/main.ts';
import { readQuerySettings } from '../../query/settings.ts';
import { serviceCommand } from './service-command.ts';

export function queryCommand(program: Command): void {
  serviceCommand(program, {
    name: 'query',
    description: 'run the read API in a separate process; any number may run',
    readSettings: readQuerySettings,
    start: startQuery,
  });
}
