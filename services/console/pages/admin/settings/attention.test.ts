import { expect, test } from 'vitest';
import { attentionTo, isChanged } from './attention.ts';

test.each<[string, string | null, string | null]>([
  ['BACKUP_ENABLED', 'false', 'The hub takes no backup at night.'],
  ['BACKUP_ENABLED', 'true', null],
  ['PUBLIC_URL', null, 'Links and addresses work on this machine only.'],
  ['PUBLIC_URL', 'https://hub.example.org', null],
  ['DISCORD_GUILD_ID', null, null],
])('%s with the value %s', (name, value, text) => {
  const attention = attentionTo({ name, value, default: null });
  expect(attention?.text ?? null).toBe(text);
  if (attention !== null) expect(attentionTo({ name, value: attention.cure, default: null })).toBeNull();
});

test('a setting is changed when its value is not the default', () => {
  const name = 'DEFAULT_SHARING';
  expect(isChanged({ name, value: '', default: '' })).toBe(false);
  expect(isChanged({ name, value: null, default: null })).toBe(false);
  expect(isChanged({ name, value: 'stats=private', default: '' })).toBe(true);
});
