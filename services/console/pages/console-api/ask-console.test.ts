import { expect, test } from 'vitest';
import { askConsole } from './ask-console.ts';

test('an error keeps the cause that the browser gave', async () => {
  // Node has no page, so `fetch` refuses an address without a host.
  await expect(askConsole('me')).rejects.toMatchObject({ code: 'unreachable', cause: { name: 'TypeError' } });
});
