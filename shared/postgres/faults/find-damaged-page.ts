import { messageOf } from '../../errors/errors.ts';
import type { Sql } from '../database.ts';
import { findDamageError } from './damage-error.ts';

export interface DamagedPage {
  readonly schema: string;
  readonly table: string;
  /** An index can be built again from the rows. */
  readonly part: 'rows' | 'long values' | 'index';
  readonly relation: string;
  /** An index of long values is in `pg_toast`. */
  readonly relationSchema: string;
  readonly block: number;
}

/** @returns null for other errors, and for an error without a page */
export async function findDamagedPage(sql: Sql, error: unknown): Promise<DamagedPage | null> {
  const damage = findDamageError(error);
  const page = damage === null ? null : pageOf(damage);
  if (page === null) return null;
  const row = await sql.maybeOne<Omit<DamagedPage, 'block'>>({
    text: `select main.relnamespace::regnamespace::text as schema,
                  main.relname as table,
                  found.relname as relation,
                  found.relnamespace::regnamespace::text as "relationSchema",
                  case
                    when found.relkind = 'i' then 'index'
                    when found.relkind = 't' then 'long values'
                    else 'rows'
                  end as part
           from pg_class found
           left join pg_index on pg_index.indexrelid = found.oid
           join pg_class owner on owner.oid = coalesce(pg_index.indrelid, found.oid)
           join pg_class main
             on main.oid = coalesce((select c.oid from pg_class c where c.reltoastrelid = owner.oid), owner.oid)
           where found.oid = pg_filenode_relation(0, $1::oid)`,
    values: [page.file],
  });
  return row === null ? null : { ...row, block: page.block };
}

/**
 * Reads a message like `invalid page in block 3 of relation "base/5/16405"`, also with several
 * blocks.
 */
function pageOf(error: Error & { readonly detail?: unknown }): { file: number; block: number } | null {
  const found = /blocks? (\d+)(?:\.\.\d+)? of relation "?base\/\d+\/(\d+)/.exec(messageOf(error));
  if (found === null) return null;
  // For several blocks only the detail names the damaged block.
  const first = /^Block (\d+) /.exec(typeof error.detail === 'string' ? error.detail : '');
  return { file: Number(found[2]), block: Number(first?.[1] ?? found[1]) };
}
