import { secretFingerprint, wrongHubSecretError } from '../../log/sealing/check-secret-fingerprint.ts';
import type { Database } from '../../postgres/database.ts';
import { hasTable } from '../../postgres/schema/has-table.ts';
import { migrate } from '../../postgres/schema/migrate.ts';
import { readHubSecret } from '../../settings/hub-secret.ts';

/**
 * Stores the fingerprint of the log's secret for `checkKnownSecret`. Call it after the log has
 * checked the secret.
 */
export async function recordSecretFingerprint(database: Database, hubSecret: Buffer): Promise<void> {
  await prepareKnownSecret(database);
  await database.run({
    text: `
      insert into hub.secret_fingerprint (fingerprint)
      values ($1)
      on conflict (one) do update set fingerprint = excluded.fingerprint
      where secret_fingerprint.fingerprint <> excluded.fingerprint`,
    values: [secretFingerprint(hubSecret)],
  });
}

/**
 * Checks the secret of a process that does not open the log. With a wrong secret, other replicas
 * would refuse the cursors of the process. Any secret passes until a process has opened the log.
 * @throws OperatorError for a wrong secret
 */
export async function checkKnownSecret(database: Database, hubSecret: Buffer): Promise<void> {
  await prepareKnownSecret(database);
  const known = await readKnownFingerprint(database);
  if (known !== null && known !== secretFingerprint(hubSecret)) throw wrongHubSecretError();
}

/**
 * The fingerprint of the log's secret; null until a process has opened the log. Needs the table.
 */
export async function readKnownFingerprint(database: Database): Promise<string | null> {
  const known = await database.maybeOne<{ fingerprint: string }>({
    text: 'select fingerprint from hub.secret_fingerprint',
  });
  return known?.fingerprint ?? null;
}

/**
 * The hub secret of a process or command. Creates a secret only for a log that was never opened.
 * @throws OperatorError
 */
export function readProcessSecret(settings: SecretSettings, database: Database): Promise<Buffer> {
  return readHubSecret({
    dataDir: settings.DATA_DIR,
    given: settings.HUB_SECRET,
    isSealed: () => isLogSealed(database),
  });
}

interface SecretSettings {
  readonly DATA_DIR: string;
  readonly HUB_SECRET?: string | undefined;
}

/** Whether the log of this database was opened with a secret before. */
export async function isLogSealed(database: Database): Promise<boolean> {
  if (!(await hasTable(database, 'hub.secret_fingerprint'))) return false;
  const { sealed } = await database.one<{ sealed: boolean }>({
    text: 'select exists (select from hub.secret_fingerprint) as sealed',
  });
  return sealed;
}

/** Creates the table of the fingerprint. Several processes may call it at once. */
export function prepareKnownSecret(database: Database): Promise<void> {
  return migrate(database, 'secret', new URL('../secret/', import.meta.url));
}
