import { z } from 'zod';
import { logLevels } from '../../observability/logger.ts';
import { databaseUrlSetting, hubSecretSetting, integerSetting } from '../../settings/settings.ts';

// `purpose` is the text of a setting in docs/reference/settings.md.

/** The port of a server; 0 for any free port. */
const portSetting = integerSetting({ min: 0, max: 65_535 });

/** Each process takes the ports of its servers. */
export const portSettings = {
  PORT: portSetting.default(3_000).meta({ purpose: 'The port of a hub in one process.' }),
  INGEST_PORT: portSetting.default(3_001).meta({ purpose: 'The port of the plugin endpoints.' }),
  QUERY_PORT: portSetting.default(3_000).meta({ purpose: 'The port of the read API.' }),
  CONSOLE_PORT: portSetting.default(3_002).meta({ purpose: 'The port of the pages.' }),
  WORKER_METRICS_PORT: portSetting.default(9_464).meta({
    purpose:
      'The port of the health and the metrics of a projector. A hub in one process opens the port only with `METRICS_TOKEN`.',
  }),
};

/** Settings of every process. */
export const processSettings = {
  HUB_SECRET: hubSecretSetting.optional().meta({
    purpose:
      'Computes account ids and cursors, and wraps the keys that seal the log. When not set, the first start creates the secret in `DATA_DIR/secret`. Processes on several hosts need the same secret.',
  }),
  DATA_DIR: z
    .string()
    .meta({
      description: 'a folder',
      purpose: 'The folder with the secret, and with the database of the embedded server.',
    })
    .default('./data'),
  DATABASE_URL: databaseUrlSetting.meta({
    purpose:
      'The database of the hub, PostgreSQL 15 or newer. When not set, a hub in one process starts the embedded server.',
  }),
  DATABASE_OWNER_URL: databaseUrlSetting.optional().meta({
    purpose:
      'The address of the database for the role that owns the tables. This role runs migrations and gives roles their privileges. When not set, the role of `DATABASE_URL` does everything.',
  }),
  HOST: z
    .string()
    .meta({
      description: 'an address of this machine',
      purpose: 'The address on which servers listen. When not set, every address of the machine.',
    })
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/)
    .meta({
      description: 'at least 16 characters of ASCII, without spaces',
      secret: true,
      purpose: 'The bearer token of `/metrics`. When not set, `/metrics` does not exist.',
    })
    .optional(),
  LOG_LEVEL: z
    .enum(logLevels)
    .meta({
      description: `one of ${logLevels.join(', ')}`,
      purpose: 'The lowest level of the log lines that a process prints.',
    })
    .default('info'),
};

export const embeddedServerSettings = {
  MIN_FREE_DISK: integerSetting({ min: 0, max: 1_000_000_000, unit: 'megabytes' }).optional().meta({
    purpose:
      'Reports get a 503 when the disk of the embedded server has less free space than this. When not set, the smaller of 1 GiB and 5 % of the file system.',
  }),
};
