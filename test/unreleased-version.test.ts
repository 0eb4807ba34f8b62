import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../shared/postgres/database.ts';
import { runInProcess } from './support/hub/command-line.ts';
import { temporaryDataDir } from './support/hub/hub-process.ts';
import { startService } from './support/hub/services.ts';
import { freshDatabase } from './support/postgres/database.ts';
import { describeSchema } from './support/postgres/describe-schema.ts';
import { restoreDatabase } from './support/postgres/dump.ts';
import { readRecorded } from './upgrade/recorded.ts';

const refusal = {
  code: 'unreleased_version',
  message:
    'the database is from a version between the releases 0.1.0 and 0.2.0, which no release can read: use that version again, or start with an empty DATA_DIR or database',
};

test.each([
  ['ingest', '001-pairing-attempt.sql'],
  ['log', '006-append-reports.sql'],
])(
  'the database of a version between releases is refused by processes and commands, before any write: %s/%s',
  async (name, file) => {
    const { dump, secret } = readRecorded('0.1.0');
    const { url, database } = await freshDatabase();
    await restoreDatabase(database, dump);
    // A migration that no release has.
    await database.run({
      text: 'insert into hub.migration (name, file, checksum) values ($1, $2, $3)',
      values: [name, file, ''],
    });
    const before = await contentOf(database);
    const dataDir = await temporaryDataDir(null);
    await writeFile(join(dataDir, 'secret'), secret);
    const settings = { DATABASE_URL: url, DATA_DIR: dataDir, BACKUP_ENABLED: 'false' };
    const process = { ...settings, HUB_SECRET: secret.trim(), WORKER_METRICS_PORT: '0' };
    for (const service of ['ingest', 'projector', 'query'] as const)
      await expect(startService(service, process), service).rejects.toMatchObject(refusal);
    const commands = [
      ['migrate'],
      ['member', 'add', 'Quillon'],
      ['projections'],
      ['key', 'list'],
      ['backup', 'now'],
    ];
    for (const command of commands) {
      const { code, stderr } = await runInProcess(settings, [...command, '--json']);
      expect({ command, code, error: JSON.parse(stderr.trim()).error }).toEqual({
        command,
        code: 1,
        error: refusal,
      });
    }
    const doctor = await runInProcess(settings, ['doctor']);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout.split('\n').filter((line) => line.startsWith('WRONG'))).toEqual([
      expect.stringContaining(refusal.message),
    ]);
    expect(await contentOf(database)).toEqual(before);
  },
);

async function contentOf(database: Database) {
  const rows = await database.many({
    text: `select format('%I.%I', schemaname, tablename) as name,
                  query_to_xml(format('select * from %I.%I', schemaname, tablename), true, true, '')::text as content
           from pg_tables
           where schemaname in ('hub', 'projection')
           order by name`,
  });
  return { rows, schema: await describeSchema(database) };
}
