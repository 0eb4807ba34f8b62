import { expect, test } from 'vitest';
import { actionText, actorText, detailsText } from './audit-text.ts';

test.each([
  ['member:Quillon Fen', 'Quillon Fen'],
  ['cli:root', 'root on the command line'],
  ['cli', 'the command line'],
  ['hub', 'the hub itself'],
  ['erased member', 'erased member'],
  [null, 'nobody known'],
])('%s did it: %s', (actor, text) => {
  expect(actorText(actor)).toBe(text);
});

test('actions and details are described in one line', () => {
  expect(actionText('payload-shown')).toBe('Payload shown');
  expect(actionText('payloads-listed')).toBe('Payloads listed');
  expect(
    detailsText({ categories: ['stats', 'events'], expires_at: null, with: [], on: true, at: { x: 1 } }),
  ).toBe('categories=stats,events on=true at={"x":1}');
});
