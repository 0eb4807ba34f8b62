import { isJsonObject } from '../../shared/domain/json-object.ts';

/** The content of an event in the words of a plugin. */
export type Payload = Readonly<Record<string, unknown>>;

/**
 * The payload of a plugin's event: `data`, which is an object or a list of one object. Plugins
 * without `data` send `extra`.
 */
export function payloadOf(data: string): Payload {
  const { data: payload, extra } = JSON.parse(data) as { readonly data?: unknown; readonly extra?: unknown };
  const [only] = Array.isArray(payload) ? payload : [payload ?? extra];
  return isJsonObject(only) ? only : {};
}

/**
 * The title and text that a message showed in a chat. Ingest adds `shown` to messages whose content
 * the hub does not know.
 */
export function shownMessageOf(data: string): Payload {
  const { shown } = JSON.parse(data) as { readonly shown?: unknown };
  return isJsonObject(shown) ? shown : {};
}

/**
 * The name of a combat task, which plugins call `taskName` or `task`; null without a name. Leaves
 * out points in brackets and outer spaces (plugin-protocols.md, Identity across plugins).
 * ` Snake Rebound (4 points).` gives `Snake Rebound`.
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
