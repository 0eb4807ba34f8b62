import type { Command } from 'commander';
import { createLifecycle } from '../../../shared/async/lifecycle.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { requireServer } from '../../../shared/postgres/hub-database-server.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { databaseRoles } from '../../../shared/postgres/schema/roles.ts';
import { createHubTables, migrateHub } from '../../standalone/schema/migrate-hub.ts';
import { findServer } from '../connection/connect.ts';
import { printFor } from '../run-command.ts';
import { type HubSettings, readHubSettings, readRetention } from '../settings.ts';
import type { Output } from '../terminal/output.ts';

/** Long enough to create an index on a large table. */
const statementTimeoutMs = 600_000;

export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description(
      'create the tables of this release and grant the roles of the processes their privileges (DATABASE_OWNER_URL)',
    )
    .action(async (_: unknown, command: Command) => printFor(command, await migrate(readHubSettings())));
}

async function migrate(settings: HubSettings): Promise<Output> {
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: url } = settings;
  const again = { again: true, retention: readRetention() };
  if (ownerUrl !== undefined) return migrated(await migrateHub(ownerUrl, again), databaseRoles);
  if (url === undefined) return migrateEmbedded(settings);
  await requireServer(url, 'DATABASE_URL');
  const database = openDatabase({ url, name: 'command', maxConnections: 2, statementTimeoutMs });
  try {
    return migrated(await createHubTables(database), []);
  } finally {
    await database.close();
  }
}

async function migrateEmbedded(settings: HubSettings): Promise<Output> {
  const lifecycle = createLifecycle();
  try {
    const logger = createLogger({ name: 'hub', level: 'silent' });
    const { ownerUrl } = await findServer(settings, { logger, lifecycle, begins: true });
    const ran = ownerUrl === null ? [] : await migrateHub(ownerUrl, { again: true });
    return migrated(ran, databaseRoles);
  } finally {
    await lifecycle.close();
  }
}

function migrated(migrations: readonly string[], roles: readonly string[]): Output {
  const ran = migrations.length === 0 ? 'No migration was pending.' : `Ran ${migrations.join(', ')}.`;
  const given =
    roles.length === 0
      ? 'DATABASE_OWNER_URL is not set: the database role of DATABASE_URL owns the tables and does everything.'
      : `These roles have the privileges that their processes need: ${roles.join(', ')}.`;
  return { document: { migrations, roles }, text: `${ran}\n${given}` };
}
