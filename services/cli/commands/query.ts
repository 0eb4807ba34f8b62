import type { Command } from 'commander';
import { startQuery } from '../../query/main.ts';
import { readQuerySettings } from '../../query/settings.ts';
import { serviceCommand } from './service-command.ts';

export function queryCommand(program: Command): void {
  serviceCommand(program, {
    name: 'query',
    description: 'run the read API as a process of its own; any number may run',
    readSettings: readQuerySettings,
    start: startQuery,
  });
}
