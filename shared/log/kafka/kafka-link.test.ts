import net, { type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { kafkaFor } from '../../../test/support/kafka/kafka.ts';
import { testAddress } from '../../../test/support/kafka/log.ts';
import { openKafkaLink } from './kafka-link.ts';

const brokers = await kafkaFor('Kafka: links');
const address = testAddress(brokers ?? '', '');

/** Collects the sockets that are made from now on. */
function watchSockets(): () => Socket[] {
  const connect = vi.spyOn(net, 'connect');
  onTestFinished(() => connect.mockRestore());
  return () => connect.mock.results.map(({ value }) => value as Socket);
}

async function openLink() {
  const link = openKafkaLink(address, []);
  onTestFinished(() => link.close());
  await link.leaders();
  return link;
}

const noAnswer = new Error('the broker did not answer');

describe.skipIf(brokers === null)('a closed link', () => {
  it('opens no more connections', async () => {
    const link = await openLink();
    await link.close();
    const sockets = watchSockets();
    await link.recover(undefined, noAnswer);
    await expect(link.broker(1)).rejects.toThrow('the link is closed');
    expect(sockets()).toEqual([]);
  });

  it('closes a connection that was still being opened and would keep the process alive', async () => {
    const sockets = watchSockets();
    const link = openKafkaLink(address, []);
    const connecting = link.leaders().catch(() => {});
    await until(() => sockets().length > 0);
    await link.close();
    await connecting;
    await expect.poll(() => sockets().every(({ destroyed }) => destroyed)).toBe(true);
  });

  it('closes a connection that was being replaced', async () => {
    const link = await openLink();
    const sockets = watchSockets();
    const recovering = link.recover(1, noAnswer);
    await until(() => sockets().length > 0);
    await link.close();
    await recovering;
    await expect.poll(() => sockets().every(({ destroyed }) => destroyed)).toBe(true);
  });
});

/** Checks at every turn, because a connection to a local broker takes only milliseconds. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}
