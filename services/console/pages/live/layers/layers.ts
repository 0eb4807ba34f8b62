/** The floor and the switches that a viewer chose for the map. The browser stores them. */
export interface Layers {
  readonly plane: number;
  readonly names: boolean;
  readonly offline: boolean;
  readonly walked: boolean;
  readonly heat: boolean;
  readonly events: boolean;
  readonly toasts: boolean;
}

export const defaultLayers: Layers = {
  plane: 0,
  names: true,
  offline: true,
  walked: true,
  heat: false,
  events: true,
  toasts: true,
};

export const layerSwitches = [
  ['names', 'Places'],
  ['offline', 'Offline players'],
  ['events', 'Events'],
  ['toasts', 'News'],
  ['walked', 'Walked ground'],
  ['heat', 'Heat'],
] as const;

/** Null when the stored value is not an object. An invalid or missing layer gets its default. */
export function parseLayers(stored: unknown): Layers | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const known = new Map(Object.entries(stored));
  const plane = known.get('plane');
  const on = Object.fromEntries(
    layerSwitches.flatMap(([name]) =>
      typeof known.get(name) === 'boolean' ? [[name, known.get(name)]] : [],
    ),
  );
  return { ...defaultLayers, ...on, plane: [0, 1, 2, 3].find((each) => each === plane) ?? 0 };
}
