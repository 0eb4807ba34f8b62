import { expect, test } from 'vitest';
import { openTab } from './open-tab.ts';
import { ScriptedTiming } from './scripted-hub.ts';

test('the scripted clock waits for messages between tabs, and for their answers', async () => {
  const name = 'scripted clock';
  const [one, other] = [openTab().openChannel(name), openTab().openChannel(name)];
  const order: string[] = [];
  const said = Promise.withResolvers<void>();
  for (const channel of [one, other]) {
    channel.addEventListener('message', (event) => {
      const left = (event as Event & { readonly data: number }).data;
      order.push(`message ${left}`);
      // A tab answers in a promise.
      if (left > 0) void Promise.resolve().then(() => channel.postMessage(left - 1));
      else said.resolve();
    });
  }
  one.postMessage(20);
  const passed = new Promise<void>((resolve) => {
    new ScriptedTiming().after(1_000, () => {
      order.push('clock');
      resolve();
    });
  });
  await Promise.all([passed, said.promise]);
  expect(order).toEqual([...Array.from({ length: 21 }, (_, at) => `message ${20 - at}`), 'clock']);
  for (const channel of [one, other]) channel.close();
});

test('the scripted clock does not wait for a closed channel', async () => {
  const name = 'closed channel';
  const [one, other] = [openTab().openChannel(name), openTab().openChannel(name)];
  one.postMessage('hello');
  other.close();
  await new Promise<void>((resolve) => void new ScriptedTiming().after(1_000, resolve));
  one.close();
});
