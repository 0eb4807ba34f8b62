import { expect, onTestFinished, test } from 'vitest';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { putBack } from '../../../shared/backup/testing/open-backup-test.ts';
import { openJournal } from '../../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { openLogToBackUp } from '../../../test/support/hub/log-to-back-up.ts';
import { readFrom } from '../../../test/support/log/log-records.ts';

const lost = 'aB3xYz91kQw8';

async function openFeed(database: Database, hubSecret: string) {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const notifications = openNotifications(database, logger);
  onTestFinished(() => notifications.close());
  const log = openPostgresEventLog({ database, notifications, logger });
  onTestFinished(() => log.close());
  const journal = await openJournal({ log, hubSecret: Buffer.from(hubSecret, 'base64') });
  return journal.decode(await readFrom(log, { stream: 'hub.feed', partition: 0, offset: 0 }));
}

test('a backup from before an older dump was restored can still be opened after later backups', async () => {
  const { settings, database, journal, elsewhere } = await openLogToBackUp(20);
  const dump = await journal.log.ends(['hub.feed', 'hub.keys']);
  await journal.append([gameEvent(lost, { data: `{"of":"${lost}"}` })]);
  const { file } = await runJson(settings, ['backup', 'now']);
  await putBack(database, dump);
  await runJson(settings, ['backup', 'now']);
  await runJson(settings, ['backup', 'now']);

  const place = await elsewhere();
  expect(await runJson(place.settings, ['backup', 'restore', file])).toMatchObject({ ok: true });
  const feed = await openFeed(place.database, settings.HUB_SECRET);
  expect(JSON.stringify(feed)).toContain(`{\\"of\\":\\"${lost}\\"}`);
});
