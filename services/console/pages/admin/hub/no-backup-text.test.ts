import { expect, test } from 'vitest';
import { noBackupText } from './no-backup-text.ts';

test.each([
  ['true', 'No backup yet: “Back up now” above. The hub takes one each night.'],
  ['false', 'No backup yet: “Back up now” above. Nightly backups are off (BACKUP_ENABLED).'],
  [null, 'No backup yet: “Back up now” above.'],
])('with BACKUP_ENABLED %s the text says whether backups run at night', (value, text) => {
  expect(noBackupText({ settings: [{ name: 'BACKUP_ENABLED', value }] })).toBe(text);
});

test('a console that does not know the setting promises nothing', () => {
  const text = 'No backup yet: “Back up now” above.';
  expect(noBackupText({ settings: [{ name: 'BACKUP_DIR', value: './backups' }] })).toBe(text);
  expect(noBackupText(undefined)).toBe(text);
});
