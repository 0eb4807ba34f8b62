import { type PeriodicTask, startPeriodicTask } from '../../async/periodic-task.ts';
import { clockSql } from '../../postgres/clock/clock-sql.ts';
import type { Database } from '../../postgres/database.ts';
import { versionKey, versionKeySql } from '../generations/generation.ts';
import { announce, generationsChanged } from './announce.ts';
import type { ResumingOptions } from './resume-generations.ts';

const checkEveryMs = 1_000;
/** The watermark of a partition without new records moves every 5 s. */
const caughtUpMs = 10_000;

type EndingOptions = Pick<ResumingOptions, 'database' | 'journal' | 'projections' | 'logger'>;

/** Lets queries read a first generation once it has caught up with the log, or its log is empty. */
export function startEndingFirstFills(options: EndingOptions): PeriodicTask {
  let isFilling = true;
  return startPeriodicTask({
    name: 'check of first generations',
    run: async () => {
      isFilling = (await endFirstFills(options)) > 0;
    },
    everyMs: checkEveryMs,
    isNeeded: () => isFilling,
    restsAfterSkip: true,
    logger: options.logger,
  });
}

/** @returns the number of first generations that have not caught up */
async function endFirstFills({ database, journal, projections, logger }: EndingOptions): Promise<number> {
  const filling = await readFilling(database, projections.map(versionKey));
  const complete: string[] = [];
  for (const { projection, isCaughtUp } of filling) {
    const streams = projections.find(({ name }) => name === projection)?.streams ?? [];
    if (!isCaughtUp && (await journal.log.ends(streams)).some(({ start, end }) => start < end)) continue;
    complete.push(projection);
    logger.info({ projection }, 'the tables are built, queries read them now');
  }
  if (complete.length > 0) {
    await database.run({
      text: 'update projection.generation set first_fill = false where projection = any($1) and first_fill',
      values: [complete],
    });
    await announce(database, [generationsChanged]);
  }
  return filling.length - complete.length;
}

function readFilling(
  database: Database,
  versions: readonly string[],
): Promise<{ projection: string; isCaughtUp: boolean }[]> {
  return database.many({
    text: `select g.projection, bool_and(c.watermark_at > ${clockSql} - $2::bigint) as "isCaughtUp"
           from projection.generation g
           join projection.checkpoint c using (projection, generation)
           where g.first_fill and ${versionKeySql('g')} = any ($1)
           group by g.projection`,
    values: [versions, caughtUpMs],
  });
}
