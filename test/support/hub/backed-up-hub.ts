import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { freshDatabase } from '../postgres/database.ts';
import { startTestHub } from './hub.ts';
import type { Answer } from './hub-client.ts';
import { sampleReport } from './sample-report.ts';
import { serveAtOnce } from './serve-at-once.ts';

const shownWithinMs = 20_000;

/** A member's account has reported its state and a drop. */
export async function openBackedUpHub(more: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const { url, database } = await freshDatabase('hub');
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backups'),
    HUB_SECRET: randomBytes(32).toString('base64'),
    PORT: '0',
    ...more,
  };
  const hub = await startTestHub({ settings });
  await serveAtOnce(database);
  const key = await hub.makeKey();
  const token = await hub.pair(await hub.addMember('Merrin'));
  const report = async (name: string) =>
    expect((await hub.report(token, await sampleReport(name))).status).toBe(200);
  await report('ha-snapshot');
  await report('ha-loot');
  const shown = (path: string, seen: (answer: Answer) => boolean) =>
    hub.getUntil(path, { key, withinMs: shownWithinMs, seen });
  const { body: accounts } = await shown('/accounts', ({ body }) => body.data?.[0]?.world != null);
  const { body: feed } = await shown(
    '/events?cursor=now',
    ({ body }) => body.meta?.next_cursor !== undefined,
  );
  /** Settings of a second hub with the same secret and backups, and its empty database. */
  const elsewhere = async () => {
    const empty = await freshDatabase('empty');
    const place = { DATABASE_URL: empty.url, DATA_DIR: await temporaryFolder() };
    return { settings: { ...settings, ...place }, database: empty.database };
  };
  return {
    hub,
    database,
    settings,
    elsewhere,
    key,
    token,
    report,
    accounts,
    /** After everything that was reported. */
    cursor: feed.meta.next_cursor,
  };
}
