import { expect, test } from 'vitest';
import { brokenGameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { runInProcess } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';

test('parked events of a running hub are listed, shown, retried and dropped', async () => {
  const hub = await startTestHub();
  const command = (...args: string[]) => runInProcess(hub.environment, [...args, '--json']);
  const listed = async () => JSON.parse((await command('parked', 'list')).stdout).parked;
  expect(await listed()).toEqual([]);

  const event = brokenGameEvent('quill');
  await hub.append([event]);
  await expect.poll(listed, { interval: 200 }).toHaveLength(1);
  const [parked] = await listed();
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
  expect([retried.code, JSON.parse(retried.stderr).error.code]).toEqual([1, 'still_parked']);
  expect(await listed()).toMatchObject([{ id: event.recordId, offset: 1 }]);

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

test('a retry on a stopped hub waits for the result before it answers', async () => {
  const hub = await startTestHub();
  const command = (...args: string[]) => runInProcess(hub.environment, ['parked', ...args, '--json']);
  const listed = async () => JSON.parse((await command('list')).stdout).parked;
  const event = brokenGameEvent('quill');
  await hub.append([event]);
  await expect.poll(listed, { interval: 200 }).toHaveLength(1);
  await hub.close();

  const { code, stderr } = await command('retry', event.recordId);
  expect([code, JSON.parse(stderr || '{}').error?.code]).toEqual([1, 'still_parked']);
  expect(await listed()).toMatchObject([{ id: event.recordId, offset: 1 }]);
});
