import { expect, test } from 'vitest';
import { eventSymbol } from './event-symbol.ts';

test.each(['constructor', 'toString', '__proto__', 'petDrop_seen', ''])(
  'a type without its own symbol has the common symbol: %j',
  (type) => expect(eventSymbol(type)).toBe('•'),
);
