import type { Break } from '../break.ts';

export const feedBreaks: readonly Break[] = [
  {
    id: 'feed-epoch-below-given',
    file: 'projections/event-feed/commands/open-feed-epoch.ts',
    replace: 'Math.max(stored, next - 1, given));',
    by: 'Math.max(stored, next - 1));',
    tests: ['projections/event-feed/commands/open-feed-epoch.test.ts'],
    reason: 'the epoch after a restore ignores the highest sequence that clients already saw',
  },
  {
    id: 'feed-escaped-place-shown',
    file: 'projections/event-feed/withheld.ts',
    replace: '|world|\\\\u/',
    by: '|world/',
    tests: ['projections/event-feed/queries/event-data.test.ts'],
    reason: 'a place under an escaped JSON key is shown to a reader without `location`',
  },
];
