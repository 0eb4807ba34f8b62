import packageJson from '../../package.json' with { type: 'json' };
import type { Sql } from '../postgres/database.ts';

/** Compares `1.2.0-rc.1` as `1.2.0`. */
const numbersOf = (text: string) =>
  `string_to_array(substring(${text} from '^\\d+\\.\\d+\\.\\d+'), '.')::int[]`;

/** Notes that this release has used the database, so that an earlier release can notice this. */
export async function noteRelease(sql: Sql, version: string = packageJson.version): Promise<void> {
  await sql.run({
    text: `insert into hub.migration (name, file, checksum) values ('release', $1, '') on conflict do nothing`,
    values: [version],
  });
}

/** The newest release that has used the database, if it is later than this release; else null. */
export async function findLaterRelease(
  sql: Sql,
  version: string = packageJson.version,
): Promise<string | null> {
  const row = await sql.maybeOne<{ version: string }>({
    text: `select file as version
           from hub.migration
           where name = 'release' and ${numbersOf('file')} > ${numbersOf('$1')}
           order by ${numbersOf('file')} desc
           limit 1`,
    values: [version],
  });
  return row?.version ?? null;
}
