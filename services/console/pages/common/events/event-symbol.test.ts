import { expect, test } from 'vitest';
import { eventSymbol } from './event-symbol.ts';

test.each(['constructor', 'toString', '__proto__', 'petDrop_seen', ''])(
  'a type without a sign of its own has the common one: %j',
  (type) => expect(eventSymbol(type)).toBe('•'),
);
