import { z } from 'zod';
import type { Reader, VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import type { Category } from '../../../shared/domain/category.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { overall } from '../../../shared/domain/skill.ts';
import { type AccountBoard, type BoardRow, readBoard } from '../../../shared/postgres/account-board.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { listedIds } from '../../../shared/postgres/rows-of-accounts.ts';
import type { ProjectionName } from '../../../shared/projection/projection.ts';
import { findReadableAccount, listReadableAccounts } from '../accounts/find-account.ts';
import { defineRoute, type Route } from '../define-route.ts';
import { type HistorySources, liveSchema } from '../history/history-sources.ts';
import { canonicalSkills } from '../history/xp-series.ts';
import { csvAnswer, dataAnswer } from '../http/answer.ts';
import {
  AccountRef,
  accountRef,
  exampleAccount,
  exampleAccountId,
  ListedAccountId,
} from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp } from '../schemas/envelope.ts';
import { formatParameter, integer } from '../schemas/parameters.ts';
import { shownTimeOf } from '../schemas/shown-time.ts';
import type { TimeRange } from '../schemas/time-range.ts';
import { rankedParts } from './ranked-parts.ts';

const BoardEntry = z
  .object({ rank: Int32.min(1), account: AccountRef, value: Int64, at: Timestamp.nullable() })
  .meta({ id: 'BoardEntry' });
type BoardEntry = z.infer<typeof BoardEntry>;

const limitDefault = 10;
const rankedRowBytes = 64;

/** Parameters of every board. */
const boardQuery = {
  limit: integer(1, 100).optional().meta({ description: '1 to 100; 10 when omitted.', example: 50 }),
  around: ListedAccountId.optional().meta({
    description: 'An account id: `around` has its entry and two neighbours on each side.',
    sample: exampleAccountId,
  }),
  format: formatParameter,
};

interface BoardRoute<
  Shape extends z.ZodRawShape,
  Head extends Readonly<Record<string, string>>,
  Path extends string,
> extends Pick<Route, 'operationId' | 'summary' | 'description' | 'triedQuery'> {
  readonly path: Path;
  readonly category: Category;
  readonly projection: ProjectionName;
  /** The name of the answer in the OpenAPI document. */
  readonly id: string;
  /** The other parameters. */
  readonly query: Shape;
  /** Fields of the answer next to its entries. */
  readonly head: Readonly<Record<keyof Head, z.ZodString>>;
  readonly example: { readonly head: NoInfer<Head>; readonly value: number };
  /** @throws ApiError 400 */
  readonly headOf: (
    query: z.infer<z.ZodObject<Shape>>,
    reader: Reader,
    history: HistorySources,
  ) => Promise<Head> | Head;
  /** Null for all that was ever reported, the default. @throws ApiError 400 */
  readonly rangeOf?: (query: z.infer<z.ZodObject<Shape>>, now: number, reader: Reader) => TimeRange | null;
  readonly boardOf: (schema: QuotedSchema, head: NoInfer<Head>, range: TimeRange | null) => AccountBoard;
}

/** A leaderboard of all accounts whose category the key reads (rules/records.md#boards). */
export function boardRoute<
  Shape extends z.ZodRawShape,
  Head extends Readonly<Record<string, string>>,
  const Path extends string,
>(declared: BoardRoute<Shape, Head, Path>) {
  const { headOf, rangeOf, boardOf, ...described } = declared;
  const { category, projection, id, query: other, head, example, ...route } = described;
  const entries = z.array(BoardEntry);
  const csvColumns = [...Object.keys(head), 'rank', 'account_id', 'account_name', 'value', 'at'];
  const { head: exampleHead, value } = example;
  return defineRoute({
    ...route,
    tag: 'Leaderboards',
    describedCategory: category,
    query: z.object({ ...other, ...boardQuery }),
    response: envelopeOf(`${id}Response`, z.object({ ...head, entries, around: entries }).meta({ id })),
    example: exampleOf({
      ...exampleHead,
      entries: [{ rank: 1, account: exampleAccount, value, at: '2026-09-13T20:00:56.400Z' }],
      around: [],
    }),
    csvColumns,
    statuses: [404],
    kept: 'reading',
    handle: async ({ reader, query }, { clock, history, keptAnswers }) => {
      const { limit = limitDefault, around, format } = query as z.infer<z.ZodObject<typeof boardQuery>>;
      const asked = query as z.infer<z.ZodObject<Shape>>;
      const shown = await headOf(asked, reader, history);
      const range = rangeOf?.(asked, clock(), reader) ?? null;
      if (around !== undefined) findReadableAccount(reader, around, category);
      const { readAt, ranked } = await keptAnswers.of(
        reader,
        JSON.stringify([route.path, shown, range]),
        async () => {
          const board = boardOf(liveSchema(history, projection), shown, range);
          const accounts = listReadableAccounts(reader, category);
          const ids = listedIds(accounts.map(({ account }) => account.id));
          return { readAt: clock(), ranked: rankRows(accounts, await readBoard(history.sql, board, ids)) };
        },
        (read) => read.ranked.length * rankedRowBytes,
      );
      const { first, near } = rankedParts(ranked, limit, ({ of }) => of.account.id === around);
      const data = { ...shown, entries: first.map(entryOf), around: near.map(entryOf) };
      if (format !== 'csv') return dataAnswer(data, readAt);
      return csvAnswer(
        csvColumns,
        data.entries.map((entry) => ({ ...shown, ...entry })),
      );
    },
  });
}

interface RankedRow extends Omit<BoardRow, 'account_id'> {
  readonly of: VisibleAccount;
}

/** The highest value first, then in the order of accounts. */
function rankRows(accounts: readonly VisibleAccount[], rows: readonly BoardRow[]): RankedRow[] {
  const byAccount = new Map(rows.map((row) => [row.account_id, row]));
  return accounts
    .flatMap((of) => {
      const row = byAccount.get(of.account.id);
      return row === undefined ? [] : { of, value: row.value, at: row.at };
    })
    .sort((one, other) => other.value - one.value);
}

function entryOf({ rank, row: { of, value, at } }: { rank: number; row: RankedRow }): BoardEntry {
  return { rank, account: accountRef(of), value, at: shownTimeOf(of)(at) };
}

export const skillParameter = z
  .string()
  .min(1, 'must not be empty')
  .max(64, 'must have at most 64 characters')
  .default(overall)
  .meta({ description: 'A skill, case ignored; the sum of all skills when omitted.', sample: 'slayer' });

/** @throws ApiError 400 on `skill` for a skill that no readable account has */
export async function skillOfBoard(
  { skill: asked }: { readonly skill: string },
  reader: Reader,
  history: HistorySources,
): Promise<{ readonly skill: string }> {
  const [skill = asked] = await canonicalSkills(history, reader, [asked], 'skill');
  return { skill };
}
