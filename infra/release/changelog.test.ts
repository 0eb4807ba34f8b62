import { expect, test } from 'vitest';
import { dateSection, notesOf } from './changelog.ts';

const changelog = `# Changelog

## 0.3.0, not yet released

### Added

- A thing.

## 0.2.0, 2026-01-02

- Another thing.
`;

test('a release gets its date, and no other section changes', () => {
  expect(dateSection(changelog, '0.3.0', '2026-03-04')).toBe(
    changelog.replace('0.3.0, not yet released', '0.3.0, 2026-03-04'),
  );
});

test.each(['0.2.0', '0.4.0', '0.3'])(
  'a version without an open section has no date to get: %s',
  (version) => {
    expect(() => dateSection(changelog, version, '2026-03-04')).toThrow(
      `CHANGELOG.md has no line "## ${version}, not yet released": write what changed below such a line, then run this again`,
    );
  },
);

test('the notes of a release are the text of its section', () => {
  expect(notesOf(changelog, '0.3.0')).toBe('### Added\n\n- A thing.\n');
  expect(notesOf(changelog, '0.2.0')).toBe('- Another thing.\n');
  expect(() => notesOf(changelog, '0.1.0')).toThrow('CHANGELOG.md has no section of 0.1.0');
});
