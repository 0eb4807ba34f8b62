import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from './support/source-tree.ts';

/** Release 0.1.0 lacks these files, and an update from 0.1.0 stops all processes. */
const withRemovals = new Set([
  'shared/log/postgres/migrations/005-packs.sql',
  'shared/projection/generations/migrations/0010_barrier.sql',
]);

const rule =
  'processes of the release before run next to this migration, so it may only add (docs/operate/upgrade.md#what-a-release-keeps)';

describe('migrations of the tables of the hub only add', () => {
  const files = ['services', 'projections', 'shared']
    .flatMap((area) =>
      readdirSync(join(projectRoot, area), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${area}/${path}`,
      ),
    )
    .filter((path) => /^\d+[-_].*\.sql$/.test(basename(path)) && !path.includes('/testing/'))
    // These tables belong to the shape of a generation, which no other release reads.
    .filter((path) => !path.startsWith('projections/') || path.includes('/access/directory/'));

  test.each(files.filter((path) => !withRemovals.has(path)))('%s', (path) => {
    expect(removalsIn(readFileSync(join(projectRoot, path), 'utf8')), rule).toEqual([]);
  });

  test('the check finds removals', () => {
    const found = (sql: string) => removalsIn(sql).length > 0;
    for (const sql of [
      'drop table hub.note',
      'alter table hub.note drop column text',
      'alter table hub.note rename column text to words',
      'alter table hub.note rename to notes',
      'alter table hub.note alter column text type int using text::int',
      'alter table hub.note alter column text set not null',
      'alter table hub.note add column size int not null',
      'alter table hub.note add column a int, drop column b',
      'alter table hub.note add constraint size check (size > 0)',
      'drop function hub.note()',
      'delete from hub.note',
      'update hub.note set text = null',
      'truncate hub.note',
      'create unique index on hub.note (text)',
    ])
      expect(found(sql), sql).toBe(true);
    for (const sql of [
      'create table hub.note (text text not null); create unique index on hub.note (text)',
      'alter table hub.note add column size int not null default 0, add column at bigint',
      'alter table hub.note alter column text drop not null',
      'create or replace function hub.f() returns int language sql as $$ delete from hub.note; select 1 $$',
    ])
      expect(found(sql), sql).toBe(false);
  });
});

/** The parts of a file that a process of the release before may notice. */
function removalsIn(sql: string): string[] {
  const statements = statementsOf(sql);
  const created = statements.flatMap((each) => /^create (?:unlogged )?table (\S+)/.exec(each)?.[1] ?? []);
  return statements.flatMap((statement) => {
    const [, indexed] = /^create unique index .*?\bon (\S+)/.exec(statement) ?? [];
    if (indexed !== undefined) return created.includes(indexed) ? [] : [statement];
    const [, changes] = /^alter table (?:\S+) (.*)$/.exec(statement) ?? [];
    if (changes !== undefined)
      return changes.split(/,(?![^(]*\))/).filter((each) => !isAddedPart(each.trim()));
    return addition.test(statement) ? [] : [statement];
  });
}

const addition =
  /^(create (unlogged )?(table|type|index|schema)|create (or replace )?(function|trigger)|grant|revoke|comment on|insert into|do) /;

function isAddedPart(part: string): boolean {
  if (/^add column/.test(part)) return !/ not null/.test(part) || / default /.test(part);
  return /^(alter column \S+ (set default|drop not null)|set \()/.test(part);
}

/** Without comments and bodies of functions. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}
