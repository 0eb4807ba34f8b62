import { randomBytes } from 'node:crypto';
import { chown, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../errors/errors.ts';
import { postgresLocale } from '../../runtime/platform.mjs';
import { explainServerFailure } from './explain-server-failure.ts';
import { createPrivateFolder, pathExists } from './place-cluster.ts';
import { runTool, type ServerAccount } from './run-tool.ts';

const initdbTimeoutMs = 60_000;

export interface ClusterPlan {
  readonly cluster: string;
  readonly binaries: string;
  /** For example 18.4.0. */
  readonly version: string;
  readonly account: ServerAccount | null;
  readonly password: string;
}

/**
 * Creates a missing cluster in a draft folder that is renamed when complete. A kill leaves a draft
 * only.
 */
export async function initialiseCluster(plan: ClusterPlan): Promise<void> {
  if (await pathExists(join(plan.cluster, 'PG_VERSION'))) return checkVersion(plan);
  const draft = `${plan.cluster}.new`;
  const passwordFile = `${plan.cluster}.password`;
  await Promise.all([rm(draft, { recursive: true, force: true }), rm(passwordFile, { force: true })]);
  await createPrivateFolder(draft, plan.account);
  try {
    await writePasswordFile(passwordFile, plan);
    await runInitdb(draft, passwordFile, plan);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, plan.cluster);
}

async function runInitdb(draft: string, passwordFile: string, plan: ClusterPlan): Promise<void> {
  const { ok, output } = await runTool(
    join(plan.binaries, 'bin/initdb'),
    [
      `--pgdata=${draft}`,
      '--username=hub',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...postgresLocale.initdb,
      '--data-checksums',
    ],
    { as: plan.account, timeoutMs: initdbTimeoutMs },
  );
  if (ok) return;
  const why = await explainServerFailure(draft, output);
  throw new OperatorError('initdb_failed', `the database could not be created: ${why}`);
}

async function writePasswordFile(path: string, plan: ClusterPlan): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(plan.password);
  } finally {
    await file.close();
  }
  if (plan.account !== null) await chown(path, plan.account.uid, plan.account.gid);
}

/** Asking the server program for its version would delay each start. */
async function checkVersion({ cluster, version }: ClusterPlan): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  const [major] = version.split('.');
  if (major === found) return;
  throw new OperatorError(
    'other_postgres_version',
    `the data in ${cluster} is from PostgreSQL ${found}, but this release contains ${major}; start the hub with the release that wrote the data`,
  );
}

export function createPassword(): string {
  return randomBytes(24).toString('base64url');
}
