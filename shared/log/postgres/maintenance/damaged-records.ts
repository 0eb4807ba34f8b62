import { messageOf, OperatorError } from '../../../errors/errors.ts';
import { partitionName, type StreamName, streamNames } from '../../../events/streams.ts';
import type { Database } from '../../../postgres/database.ts';
import { isDamageError } from '../../../postgres/faults/damage-error.ts';
import { type DamagedPage, findDamagedPage } from '../../../postgres/faults/find-damaged-page.ts';
import { type LogFinding, logDamagedCode } from '../../event-log.ts';
import { DamagedPack } from '../../records/pack.ts';
import { packTable, streamTable } from '../ensure-streams.ts';

export interface LogDamage {
  /**
   * The error to throw instead; null when the error is not about damage. Reads the whole table once
   * for each damage.
   */
  explain(error: unknown): Promise<OperatorError | null>;
  findings(): readonly LogFinding[];
}

const blocksMax = 32;
const explanationsMax = 100;
const rangesShown = 5;

export function createLogDamage(database: Database): LogDamage {
  const explanations = new Map<string, Promise<LogFinding | null>>();
  const found = new Map<string, LogFinding>();

  return {
    explain: async (error) => {
      if (!isLogDamage(error)) return null;
      const message = messageOf(error);
      if (!explanations.has(message) && explanations.size < explanationsMax)
        explanations.set(message, describe(database, error));
      const finding = await explanations.get(message)?.catch(() => {
        explanations.delete(message);
        return null;
      });
      if (finding) found.set(message, finding);
      const line =
        finding?.message ?? `a page of the log is damaged (${message}): restore a backup of the database`;
      return new OperatorError(logDamagedCode, line, { cause: error });
    },
    findings: () => [...found.values()],
  };
}

export function isLogDamage(error: unknown): boolean {
  return isDamageError(error) || error instanceof DamagedPack;
}

const restoreAdvice = 'restore a backup of the database that has them';

async function describe(database: Database, error: unknown): Promise<LogFinding | null> {
  if (error instanceof DamagedPack) {
    const { stream, records: count, message } = error;
    return { kind: 'records_lost', stream, count, message: `${message}: ${restoreAdvice}` };
  }
  const page = await findDamagedPage(database, error);
  const table = `${page?.schema}.${page?.table}`;
  const stream = streamNames.find((name) => streamTable(name) === table || packTable(name) === table);
  if (page === null || stream === undefined) return null;
  const { part, relation, relationSchema, block } = page;
  const where = `block ${block} of ${relationSchema}.${relation} is damaged`;
  if (part === 'index') {
    const message = `${where}: no record is lost, run REINDEX INDEX ${relationSchema}.${relation}`;
    return { kind: 'records_lost', stream, count: 0, message };
  }
  if (part === 'long values') {
    const what = `${where}, with ${isPackTable(page) ? 'packed records' : 'values'} of ${stream}`;
    return { kind: 'records_lost', stream, count: 1, message: `${what}: ${restoreAdvice}` };
  }
  const missing = await findUnreadable(database, stream, page);
  const count = missing.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const shown = missing
    .slice(0, rangesShown)
    .map(({ partition, first, last }) => `${partitionName({ stream, partition })} ${first} to ${last}`);
  const more = missing.length > rangesShown ? ` and ${missing.length - rangesShown} more ranges` : '';
  const message = `up to ${count} records cannot be read, ${shown.join(', ')}${more}, since ${where}: ${restoreAdvice}`;
  return { kind: 'records_lost', stream, count, message };
}

interface Missing {
  readonly partition: number;
  readonly first: number;
  readonly last: number;
}

/** Includes offsets of deleted and compacted records. */
async function findUnreadable(database: Database, stream: StreamName, page: DamagedPage): Promise<Missing[]> {
  const blocks = [page.block];
  for (;;) {
    try {
      return await readGaps(database, { stream, isPack: isPackTable(page) }, blocks);
    } catch (error) {
      const other = await findDamagedPage(database, error);
      if (other === null || blocks.includes(other.block) || blocks.length >= blocksMax) throw error;
      blocks.push(other.block);
    }
  }
}

function isPackTable({ table }: DamagedPage): boolean {
  return table.endsWith('_pack');
}

function readGaps(
  database: Database,
  { stream, isPack }: { readonly stream: StreamName; readonly isPack: boolean },
  damaged: readonly number[],
): Promise<Missing[]> {
  const starts = [0, ...damaged.map((block) => block + 1)].toSorted((left, right) => left - right);
  const stops = [...damaged].sort((left, right) => left - right);
  const [table, last, from, past] = isPack
    ? [packTable(stream), 'past_offset - 1', 'start_offset', 'packed_offset']
    : [streamTable(stream), '"offset"', 'greatest(start_offset, packed_offset)', 'next_offset'];
  const first = isPack ? 'first_offset' : '"offset"';
  // Each scan reads the blocks between two damaged blocks.
  const scans = starts.map((start, index) => {
    const stop = stops[index];
    const below = stop === undefined ? '' : ` and ctid < '(${stop},0)'`;
    return `select partition, ${first} as first, ${last} as last from ${table} where ctid >= '(${start},0)'${below}`;
  });
  return database.transaction(async (tx) => {
    // Leaves only a scan of page ranges: other scans would read damaged pages too.
    for (const scan of ['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan']) {
      await tx.run({ text: `set local enable_${scan} = off` });
    }
    return tx.many<Missing>({
      text: `with readable as (${scans.join(' union all ')}),
           bounded as (
             select partition, first, last from readable
             union all
             select partition, ${from} - 1, ${from} - 1 from log.partition where stream = $1
             union all
             select partition, ${past}, ${past} from log.partition where stream = $1
           ),
           neighbours as (
             select partition, last, lead(first) over (partition by partition order by last) as next
             from bounded
           )
           select partition, last + 1 as first, next - 1 as last
           from neighbours
           where next > last + 1
           order by partition, first`,
      values: [stream],
    });
  });
}
