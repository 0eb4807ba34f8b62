const names = [
  'text',
  'dim',
  'panel',
  'line',
  'accent',
  'online',
  'stale',
  'offline',
  'danger',
  'worth',
  'map-ground',
  'map-water',
  'map-shallows',
  'map-shore',
  'map-land',
  'map-coast',
  'map-line',
  'map-line-strong',
  'map-walked',
  'map-heat',
  'map-place',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
  'series-7',
  'series-8',
] as const;

export type PageColours = Readonly<Record<(typeof names)[number], string>>;

/** The custom property itself does not say which side of `light-dark` applies. */
export function readColours(): PageColours {
  const probe = document.createElement('i');
  probe.hidden = true;
  document.body.append(probe);
  const read = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(read) as PageColours;
}

/** The first series or trail gets the first colour. */
export function seriesColours(colours: PageColours): readonly string[] {
  return [1, 2, 3, 4, 5, 6, 7, 8].map((number) => colours[`series-${number}` as keyof PageColours]);
}
