/** What of an account the reader may read, as far as an event's data can tell of it. */
export interface DataVisibility {
  /** `location_live` or `location_history`. */
  readonly location: boolean;
  /** `activity`. */
  readonly world: boolean;
}

/** Name a person or an account across hubs: never served, at no depth (decisions.md, Visibility). */
const secretKeys = new Set(['accountHash', 'dinkAccountHash', 'discordUser']);

/** The data of an event, which is JSON text, as the reader may see it: as sent, less what only other categories tell. */
export function visibleData(text: string, { location, world }: DataVisibility): Record<string, unknown> {
  const withheld = new Set([...(location ? [] : ['location', 'regionId']), ...(world ? [] : ['world'])]);
  const data = withoutSecrets(JSON.parse(text));
  if (!isObject(data)) return {};
  return Object.fromEntries(Object.entries(data).filter(([key]) => !withheld.has(key)));
}

/** Nesting was bounded when the report came in. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !secretKeys.has(key))
      .map(([key, entry]) => [key, withoutSecrets(entry)]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
