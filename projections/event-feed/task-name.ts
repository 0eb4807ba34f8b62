import { isJsonObject } from '../../shared/domain/json-object.ts';

/**
 * The name of a combat task in what a plugin sent of it, found by the shape: `data.taskName`, or `extra.task`. Trimmed, without
 * the points that may follow it in brackets (plugin-protocols.md, Identity across plugins); null when there is none.
 */
export function taskNameOf(pluginEvent: unknown): string | null {
  if (!isJsonObject(pluginEvent)) return null;
  const { data, extra } = pluginEvent;
  const name = (isJsonObject(data) ? data.taskName : null) ?? (isJsonObject(extra) ? extra.task : null);
  const named = typeof name === 'string' ? withoutPoints(name) : '';
  return named === '' ? null : named;
}

/** `Snake Rebound` of ` Snake Rebound (4 points).` */
function withoutPoints(name: string): string {
  return name
    .trim()
    .replace(/\(\d+ points?\)\.?$/i, '')
    .trim();
}
