import { expect, test } from 'vitest';
import { eventSymbol } from './event-symbol.ts';

test.each(['constructor', 'toString', '__proto__', 'petDrop_seen', ''])(
  'a type without its own sign has the common sign: %j',
  (type) => expect(eventSymbol(type)).toBe('•'),
);
