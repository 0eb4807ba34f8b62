import type { Command } from 'commander';
import { startIngest } from '../../ingest/main.ts';
import { readIngestSettings } from '../../ingest/settings.ts';
import { serviceCommand } from './service-command.ts';

export function ingestCommand(program: Command): void {
  serviceCommand(program, {
    name: 'ingest',
    description: 'run the plugin endpoints in a separate process; any number may run',
    readSettings: readIngestSettings,
    start: startIngest,
  });
}
