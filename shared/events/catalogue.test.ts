import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue, definitionOf } from './catalogue.ts';
import { upcast } from './upcast.ts';

/**
 * Data as stored, in `<type>.v<version>.json`, or `<type>.v<version>.<what>.json` for a second
 * shape. Logs hold such records for ever: add files with a line in `SHA256SUMS`, and edit no file.
 */
const folder = new URL('../../test/fixtures/events/', import.meta.url);

interface StoredEvent {
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
}

const files = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const bytes = readFileSync(new URL(file, folder));
    return { file, checksum: createHash('sha256').update(bytes).digest('hex'), stored: parse(bytes) };
  });

function parse(bytes: Buffer): StoredEvent {
  return JSON.parse(bytes.toString('utf8')) as StoredEvent;
}

describe('the catalogue', () => {
  it('names each type once', () => {
    const types = catalogue.map((definition) => definition.type);
    expect(new Set(types).size).toBe(types.length);
  });

  it('has a stored example of every version of every type', () => {
    const expected = catalogue.flatMap(({ type, version }) =>
      Array.from({ length: version }, (_, index) => `${type} v${index + 1}`),
    );
    const found = new Set(files.map(({ stored }) => `${stored.type} v${stored.version}`));
    expect([...found].sort()).toEqual(expected.sort());
  });

  it('has an upcaster from every earlier version', () => {
    for (const { version, upcasters } of catalogue) {
      expect(Object.keys(upcasters).map(Number).sort()).toEqual(
        Array.from({ length: version - 1 }, (_, index) => index + 1),
      );
    }
  });
});

describe.each(files)('stored event $file', ({ file, checksum, stored }) => {
  it('was never changed', () => {
    const listed = readFileSync(new URL('SHA256SUMS', folder), 'utf8').split('\n');
    expect(listed).toContain(`${checksum}  ${file}`);
  });

  it('can still be read, and keeps everything of its current version', () => {
    const read = upcast(stored.type, stored.version, stored.data);
    expect(read?.type).toBe(stored.type);
    if (stored.version === definitionOf(stored.type)?.version) expect(read?.data).toEqual(stored.data);
  });

  it('has the name of its type and version', () => {
    expect(file.startsWith(`${stored.type}.v${stored.version}.`)).toBe(true);
  });
});

it('has every listed event in the folder, and lists every event of the folder', () => {
  const listed = readFileSync(new URL('SHA256SUMS', folder), 'utf8').trimEnd().split('\n');
  expect(listed.map((line) => line.split('  ')[1]).sort()).toEqual(files.map(({ file }) => file).sort());
});

it('refuses a version that is newer than this release', () => {
  expect(() => upcast('member-left', 2, { member_id: '0b5f9a5e-2d1c-4c4e-9a57-000000000002' })).toThrow(
    'stored in version 2',
  );
});
