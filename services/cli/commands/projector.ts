import type { Command } from 'commander';
import { retentionOf } from '../../../shared/process/settings/retention-settings.ts';
import { startProjectorProcess } from '../../projector/main.ts';
import { readProjectorSettings } from '../../projector/settings.ts';
import { serviceCommand } from './service-command.ts';

export function projectorCommand(program: Command): void {
  serviceCommand(program, {
    name: 'projector',
    description: 'run the projections in a separate process; any number of processes share the work',
    readSettings: readProjectorSettings,
    start: startProjectorProcess,
    retentionOf,
  });
}
