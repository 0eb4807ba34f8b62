import type { Command } from 'commander';
import { createLogger } from '../../shared/logger.ts';
import { connect, type HubConnection } from './connect.ts';
import { type Output, print } from './output.ts';
import { readHubSettings } from './settings.ts';

/** Connects, works, prints, and leaves. Printed first: a secret that is shown once must not be lost to a failing close. */
export async function runCommand(
  command: Command,
  work: (hub: HubConnection) => Promise<Output>,
): Promise<void> {
  // One line says what went wrong; the library's own lines would come on top of it.
  const hub = await connect(readHubSettings(), createLogger({ name: 'hub', level: 'silent' }));
  try {
    print(await work(hub), command.optsWithGlobals().json === true);
  } finally {
    await hub.close();
  }
}
