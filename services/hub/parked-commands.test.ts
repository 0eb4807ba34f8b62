import { expect, test, vi } from 'vitest';
import { brokenGameEvent } from '../../projections/event-feed/testing/game-events.ts';
import { runInProcess } from '../../test/support/hub/command-line.ts';
import { startTestHub } from '../../test/support/hub/hub.ts';
import { freePort, temporaryDataDir } from '../../test/support/hub/hub-process.ts';
import { freshDatabase } from '../../test/support/postgres/database.ts';

test('parked events of a running hub are listed, shown, retried and dropped', async () => {
  const fresh = await freshDatabase('hub');
  const settings = {
    DATABASE_URL: fresh.url,
    DATA_DIR: await temporaryDataDir(null),
    PORT: String(await freePort()),
  };
  const hub = await startTestHub({ settings });
  const command = (...args: string[]) => runInProcess(settings, [...args, '--json']);
  const listed = async () => JSON.parse((await command('parked', 'list')).stdout).parked;
  expect(await listed()).toEqual([]);

  const event = brokenGameEvent('quill');
  await hub.append([event]);
  const [parked] = await vi.waitFor(
    async () => {
      const now = await listed();
      expect(now).toHaveLength(1);
      return now;
    },
    { timeout: 10_000, interval: 200 },
  );
  expect(parked).toMatchObject({
    id: event.recordId,
    projection: 'event-feed',
    stream: 'hub.feed',
    partition: 0,
    offset: 0,
    account: 'quill',
    behind: 0,
    reason: expect.stringContaining('JSON'),
  });
  const shown = JSON.parse((await command('parked', 'show', event.recordId)).stdout);
  expect(shown).toMatchObject({
    id: event.recordId,
    type: 'game-event-recorded',
    data: { data: '{"no json' },
  });

  const retried = await command('parked', 'retry', event.recordId);
  const again = await vi.waitFor(
    async () => {
      const now = await listed();
      expect(now).toMatchObject([{ id: event.recordId, offset: 1 }]);
      return now;
    },
    { timeout: 10_000, interval: 200 },
  );
  expect(again).toHaveLength(1);
  expect([0, 1]).toContain(retried.code);

  const dropped = await command('parked', 'drop', event.recordId);
  expect(JSON.parse(dropped.stdout)).toMatchObject({
    id: event.recordId,
    dropped: true,
    projections: ['event-feed'],
  });
  expect(await listed()).toEqual([]);
  const unknown = await command('parked', 'drop', event.recordId);
  expect([unknown.code, JSON.parse(unknown.stderr).error.code]).toEqual([1, 'unknown_record']);
});
