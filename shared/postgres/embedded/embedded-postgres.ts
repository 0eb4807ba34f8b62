import { resolve } from 'node:path';
import { pollUntil } from '../../async/waiting.ts';
import { OperatorError } from '../../errors/errors.ts';
import { createFolder } from '../../files/create-folder.ts';
import { findDataDirFault } from '../../files/data-dir.ts';
import { folderError } from '../../files/folder-error.ts';
import type { Logger } from '../../observability/logger.ts';
import { openDatabase } from '../open-database.ts';
import { grantLogins } from '../schema/roles.ts';
import { clusterDirectory, clusterUrl, readClusterRecord } from './cluster-record.ts';
import { isServerAnswering } from './is-server-answering.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { startCluster } from './start-cluster.ts';
import { withStartLock } from './start-lock.ts';
import { superviseServer } from './supervise-server.ts';

/** On a loopback port and a Unix socket, with its data in `DATA_DIR`. */
export interface EmbeddedPostgres {
  readonly url: string;
  /**
   * In the data directory, or elsewhere when the hub runs as root and the server's account cannot
   * reach the data directory.
   */
  readonly directory: string;
  /** Whether the server was already running. */
  readonly adopted: boolean;
  /** Ends all sessions and stops the server. */
  stop(): Promise<void>;
  /** Leaves the server running for other processes. */
  leave(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly logger: Logger;
  /** Called when the server died and cannot be started again. */
  readonly onLost?: (error: unknown) => void;
  readonly maxConnections?: number;
}

/** Enough for all pools of a hub and several commands. */
const maxConnectionsDefault = 60;

/**
 * Adopts a server that already runs on this data. Until `stop` or `leave`, a server that dies is
 * started again on the same port.
 * @throws OperatorError without binaries for this machine, an account for the server, or a usable
 * data folder
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await createDataDir(dataDir);
  const open = () =>
    withStartLock(dataDir, () => openCluster(dataDir, options.maxConnections ?? maxConnectionsDefault));
  const server = await open();

  async function restart(): Promise<void> {
    const { url } = await open();
    if (url === server.url) return;
    throw new OperatorError(
      'port_lost',
      'the port of the database was taken while it was down; restart the hub',
    );
  }

  const unwatch = superviseServer({
    cluster: server.directory,
    restart,
    logger: options.logger,
    onLost: options.onLost ?? (() => {}),
  });
  return {
    ...server,
    stop: async () => {
      await unwatch();
      await stopPostmaster(server.directory);
    },
    leave: unwatch,
  };
}

/** The address of the running server, or null. Changes nothing. */
export async function findRunningServer(dataDir: string): Promise<string | null> {
  const record = await readClusterRecord(resolve(dataDir));
  if (record === null) return null;
  const directory = clusterDirectory(resolve(dataDir), record);
  const server = await findPostmaster(directory);
  return server?.status === 'ready' ? clusterUrl({ ...record, ...server, directory }) : null;
}

type Server = Pick<EmbeddedPostgres, 'url' | 'directory' | 'adopted'>;

const settleMs = 60_000;

/** A server of an earlier release may lack the roles of processes. */
async function openCluster(dataDir: string, maxConnections: number): Promise<Server> {
  const server = await startOrAdopt(dataDir, maxConnections);
  const { url } = server;
  const database = openDatabase({ url, name: 'roles', maxConnections: 1, statementTimeoutMs: 5_000 });
  try {
    await grantLogins(database, url);
    return server;
  } finally {
    await database.close();
  }
}

async function startOrAdopt(dataDir: string, maxConnections: number): Promise<Server> {
  const known = await readClusterRecord(dataDir);
  if (known !== null) {
    const directory = clusterDirectory(dataDir, known);
    const settled = await pollUntil(
      async () => {
        const running = await findPostmaster(directory);
        if (running === null) return 'gone';
        const url = clusterUrl({ ...known, ...running, directory });
        return running.status === 'ready' && (await isServerAnswering(url)) ? { url } : null;
      },
      { withinMs: settleMs, everyMs: 20 },
    );
    if (settled !== null && settled !== 'gone') return { url: settled.url, directory, adopted: true };
  }
  const started = await startCluster(dataDir, known, maxConnections);
  return { url: clusterUrl(started), directory: started.directory, adopted: false };
}

async function createDataDir(dataDir: string): Promise<void> {
  try {
    await createFolder(dataDir);
  } catch (error) {
    throw await folderError('no_data_dir', { setting: 'DATA_DIR', path: dataDir, folder: dataDir }, error);
  }
  const fault = await findDataDirFault(dataDir);
  if (fault !== null) throw new OperatorError('no_data_dir', fault.what, { fix: fault.fix });
}
