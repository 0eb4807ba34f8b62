import { HubError } from './hub-error.ts';

/** Ids of accounts, and of competitions, which have hyphens. */
const legalId = /^[0-9A-Za-z-]{1,64}$/;
const times = new Set(['from', 'to', 'since']);

/** @throws HubError `not_found` for a text that is no id: `..` would lead to another operation */
export function urlOf(baseUrl: string, path: string, parameters: Readonly<Record<string, unknown>>): string {
  const { id, chat_id: chatId, ...query } = parameters;
  const filled = path
    .replace('{id}', () => {
      if (typeof id === 'string' && legalId.test(id)) return id;
      throw new HubError('not_found', 'Account not found.', { status: 404 });
    })
    .replace('{chat_id}', () => segmentOf(String(chatId)));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, textOf(name, value));
  }
  // Not `search.size`, which browsers before 2023 lack.
  const filter = search.toString();
  return `${baseUrl.replace(/\/$/, '')}${filled}${filter === '' ? '' : `?${filter}`}`;
}

/** @throws HubError `not_found` for `.` and `..`, which would lead to another operation */
function segmentOf(text: string): string {
  if (text === '.' || text === '..') throw new HubError('not_found', 'Not found.', { status: 404 });
  return encodeURIComponent(text);
}

function textOf(name: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' && times.has(name)) return new Date(value).toISOString();
  return String(value);
}
