import { isJsonObject } from '../domain/json-object.ts';

export type Payload = Readonly<Record<string, unknown>>;

/** The member `data`, an object or a list of one object. Plugins without `data` send `extra`. */
export function payloadOf(data: string): Payload {
  const { data: payload, extra } = JSON.parse(data) as { readonly data?: unknown; readonly extra?: unknown };
  const [only] = Array.isArray(payload) ? payload : [payload ?? extra];
  return isJsonObject(only) ? only : {};
}

/** Title and text of a chat message. Ingest adds `shown` when the hub does not know the content. */
export function shownMessageOf(data: string): Payload {
  const { shown } = JSON.parse(data) as { readonly shown?: unknown };
  return isJsonObject(shown) ? shown : {};
}

/**
 * ` Snake Rebound (4 points).` gives `Snake Rebound` (plugin-protocols.md, Identity across
 * plugins). Null without a name.
 */
export function taskNameOf({ taskName, task }: Payload): string | null {
  const sent = taskName ?? task;
  const name = typeof sent === 'string' ? withoutPoints(sent) : '';
  return name === '' ? null : name;
}

function withoutPoints(name: string): string {
  return name
    .trim()
    .replace(/\(\d+ points?\)\.?$/i, '')
    .trim();
}
