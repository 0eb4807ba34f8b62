interface Sought {
  /** Names or ids with commas between them, or empty. */
  readonly items: string;
  readonly sources: string;
  /** Whether the account, the kind or the worth is chosen. */
  readonly isFiltered: boolean;
  readonly hasRange: boolean;
  readonly hasOlder: boolean;
}

/** Says what was sought, and how. */
export function textWhenEmpty({ items, sources, isFiltered, hasRange, hasOlder }: Sought): string {
  const names = [
    ...(items === '' ? [] : [`an item named “${items}”`]),
    ...(sources === '' ? [] : [`a source named “${sources}”`]),
  ].join(' and ');
  const others = isFiltered ? ' that passes the other filters' : '';
  const time = hasRange ? ' of this time' : '';
  const older = hasOlder ? ' was found yet. “Show more” looks further back.' : '';
  if (names !== '') {
    if (hasOlder) return `No event${time}${others} with ${names}${older}`;
    return `No event${time}${others} has ${names}. The beginnings of words count too.`;
  }
  if (hasRange) return `No such event${older || ' happened in this time.'}`;
  if (isFiltered) return 'No event passes the filter.';
  return 'Nothing has happened yet. Drops, deaths and levels appear here some 15 seconds after they happened.';
}
