import kafkajs from 'kafkajs';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { kafkaFor } from '../../../test/support/kafka/kafka.ts';
import { openKafkaLogStore } from '../../../test/support/kafka/log-store.ts';
import { entry } from '../../../test/support/log/log-entries.ts';
import { readAll } from '../../../test/support/log/log-records.ts';

const brokers = await kafkaFor('Kafka: guards of kafkajs');

async function openLog() {
  const store = await openKafkaLogStore(brokers ?? '');
  return store.open();
}

describe.skipIf(brokers === null)('kafkajs, guarded', () => {
  it('does nothing on a connection that is idle', async () => {
    const log = await openLog();
    await log.append([entry('hub.feed', 'a')]);
    await readAll(log, ['hub.feed']);
    const looks = vi.spyOn(RequestQueue.prototype, 'checkPendingRequests');
    onTestFinished(() => looks.mockRestore());
    // Without the guard an idle connection checks its queue a thousand times a second.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(looks.mock.calls.length).toBeLessThan(5);
  });

  it('compresses messages with zstd', async () => {
    const log = await openLog();
    // Three times a topic's maximum for a batch.
    const value = Buffer.alloc(6 * 1024 * 1024, '{"skill":"Fishing"}');
    await log.append([{ ...entry('hub.feed', 'a'), value }]);
    const [record] = await readAll(log, ['hub.feed']);
    expect(record?.value?.equals(value)).toBe(true);
    const zstd = kafkajs.CompressionCodecs[kafkajs.CompressionTypes.ZSTD]();
    const packed = await zstd.compress({ buffer: value });
    expect(packed.readUInt32LE(0)).toBe(0xfd2fb528);
  });
});
