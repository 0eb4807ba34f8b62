import { expect, onTestFinished, test } from 'vitest';
import { createLifecycle } from '../lifecycle.ts';
import { serve } from './serve.ts';

const listening = { port: 0, portSetting: 'PORT', settings: { HOST: '127.0.0.1' } };

test('a request that is being answered at the stop still has what the registration opened', async () => {
  const lifecycle = createLifecycle();
  onTestFinished(() => lifecycle.close());
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  let isOpen = true;
  const { port } = await serve({
    ...listening,
    lifecycle,
    register: (app) => {
      lifecycle.onClose(() => {
        isOpen = false;
      });
      app.get('/', async () => {
        asked.resolve();
        await goOn.promise;
        return { isOpen };
      });
    },
  });
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.json());
  await asked.promise;
  const closed = lifecycle.close();
  goOn.resolve();
  expect(await answer).toEqual({ isOpen: true });
  await closed;
  expect(isOpen).toBe(false);
});

test('a registration that fails leaves nothing open, and the server is closed before what it opened', async () => {
  const lifecycle = createLifecycle();
  const closed: string[] = [];
  const serving = serve({
    ...listening,
    lifecycle,
    register: (app) => {
      app.addHook('onClose', async () => void closed.push('server'));
      lifecycle.onClose(() => void closed.push('opened'));
      throw new Error('a table is missing');
    },
  });
  await expect(serving).rejects.toThrow('a table is missing');
  await lifecycle.close();
  expect(closed).toEqual(['server', 'opened']);
});
