/** Which categories of an account the reader may read, of those that the data of an event can reveal. */
export interface DataVisibility {
  /** `location_live` or `location_history`. */
  readonly location: boolean;
  /** `activity`. */
  readonly world: boolean;
}

/** Fields that identify a person or an account across hubs: never served, however deep they stand (decisions.md, Visibility). */
const secretKeys = new Set(['accountHash', 'dinkAccountHash', 'discordUser']);

/** The data of an event, JSON text, as the reader may see it: without what belongs to categories they may not read. */
export function visibleData(text: string, { location, world }: DataVisibility): Record<string, unknown> {
  const withheld = new Set([...(location ? [] : ['location', 'regionId']), ...(world ? [] : ['world'])]);
  const data = withoutSecrets(JSON.parse(text));
  if (!isObject(data)) return {};
  return Object.fromEntries(Object.entries(data).filter(([key]) => !withheld.has(key)));
}

/** The depth of nesting was limited when the report came in. */
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
