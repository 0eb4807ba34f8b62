import type { Sql } from '../../postgres/database.ts';
import { type GenerationRole, readStoredGenerations, rolesOf } from '../generations/generation-roles.ts';

export interface GenerationSize {
  readonly projection: string;
  readonly generation: number;
  readonly role: GenerationRole;
  /** Tables and indexes on disk. */
  readonly bytes: number;
}

/** By projection and number, without retired generations. */
export async function readGenerationSizes(sql: Sql): Promise<GenerationSize[]> {
  const stored = await readStoredGenerations(sql);
  const sizes = await sql.many<{ projection: string; generation: number; bytes: number }>({
    text: `select g.projection, g.generation, coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
           from projection.generation g
           left join pg_class c
             on c.relnamespace = to_regnamespace(quote_ident(g.schema_name)) and c.relkind = 'r'
           where g.state <> 'retired'
           group by g.projection, g.generation`,
  });
  const bytesOf = new Map(sizes.map((size) => [keyOf(size), size.bytes]));
  return [...Map.groupBy(stored, ({ projection }) => projection).values()].flatMap((generations) => {
    const roles = rolesOf(generations);
    return generations.map(({ projection, generation }) => ({
      projection,
      generation,
      role: roles.get(generation) ?? 'surplus',
      bytes: bytesOf.get(keyOf({ projection, generation })) ?? 0,
    }));
  });
}

function keyOf({ projection, generation }: Pick<GenerationSize, 'projection' | 'generation'>): string {
  return `${projection} ${generation}`;
}
