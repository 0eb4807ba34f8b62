import { messageOf } from '../../errors/errors.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Sql } from '../../postgres/database.ts';
import { findDamagedPage } from '../../postgres/faults/find-damaged-page.ts';
import type { ProjectionName } from '../projection.ts';

/** Different errors that are examined; each damaged page causes one error. */
const knownMax = 1_000;

/**
 * The function takes an error about damaged files, notes the damage at its generation, and logs
 * what to do. It never throws, and examines the same error once.
 */
export function createDamageNotes(logger: Logger): (sql: Sql, error: unknown) => void {
  const known = new Set<string>();

  async function look(sql: Sql, error: unknown): Promise<void> {
    const page = await findDamagedPage(sql, error);
    if (page === null) {
      logger.error({ err: error }, 'files of the database are damaged: restore a backup of the database');
      return;
    }
    const { schema, table, part, relation, block } = page;
    const what = `block ${block} of ${part === 'rows' ? `table ${table}` : `the ${part} of table ${table}`} cannot be read`;
    const noted = await sql.many<{ name: ProjectionName; number: number }>({
      text: 'select name, number from projection.note_damage($1, $2)',
      values: [schema, what],
    });
    for (const { name, number } of noted) {
      logger.error({ projection: name, generation: number }, damagedProjection(name, what));
    }
    if (noted.length > 0) return;
    const fix =
      part === 'index' ? `run REINDEX INDEX ${schema}.${relation}` : 'restore a backup of the database';
    logger.error(`the database is damaged, ${what}: ${fix}`);
  }

  return (sql, error) => {
    const message = messageOf(error);
    if (known.has(message) || known.size >= knownMax) return;
    known.add(message);
    look(sql, error).catch((failure: unknown) => {
      known.delete(message);
      logger.error({ err: failure }, 'damage of the database could not be noted');
    });
  };
}

export function damagedProjection(name: ProjectionName, what: string): string {
  return `${name} is damaged, ${what}: run hub projections rebuild ${name} --promote, then hub projections retire ${name} --previous`;
}

export async function isLiveDamaged(sql: Sql, name: ProjectionName): Promise<boolean> {
  const row = await sql.maybeOne<{ is_damaged: boolean }>({
    text: `select damage is not null as is_damaged
           from projection.pointer
           join projection.generation using (projection, generation)
           where projection = $1
           order by pointer.shape desc
           limit 1`,
    values: [name],
  });
  return row?.is_damaged ?? false;
}
