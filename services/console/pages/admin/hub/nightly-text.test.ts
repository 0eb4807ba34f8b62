import { expect, test } from 'vitest';
import { nightlyText } from './nightly-text.ts';

test.each([
  ['true', 'The hub takes a backup each night.'],
  ['false', 'Nightly backups are off (BACKUP_ENABLED).'],
  [null, null],
])('with BACKUP_ENABLED %s the text says whether backups run at night', (value, text) => {
  expect(nightlyText({ settings: [{ name: 'BACKUP_ENABLED', value }] })).toBe(text);
});

test('a console that does not know the setting promises nothing', () => {
  expect(nightlyText({ settings: [{ name: 'BACKUP_DIR', value: './backups' }] })).toBeNull();
  expect(nightlyText(undefined)).toBeNull();
});
