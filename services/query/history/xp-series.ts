import { z } from 'zod';
import type { Reader, VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { readKnownSkills, readSeries } from '../../../projections/xp-history/queries/read-series.ts';
import { type ResolvedRange, resolveRange } from '../../../projections/xp-history/queries/resolve-range.ts';
import { csvLine, csvValues } from '../../../shared/domain/csv-text.ts';
import { Int64 } from '../../../shared/domain/integer-schemas.ts';
import { skills as gameSkills, overall } from '../../../shared/domain/skill.ts';
import { xpResolutions } from '../../../shared/domain/xp-resolution.ts';
import type { LiveTables } from '../../../shared/projection/live/live-generations.ts';
import { listReadableAccounts } from '../accounts/find-account.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { AccountRef, accountRef } from '../schemas/account-ref.ts';
import { Timestamp } from '../schemas/envelope.ts';
import { openEnum } from '../schemas/open-enum.ts';
import { commaList, formatParameter } from '../schemas/parameters.ts';
import { rangeParameters, resolveTimeRange, type TimeRange, xpSpanMs } from '../schemas/time-range.ts';
import { rangeText } from './history-json.ts';
import { type HistorySources, liveSchema, liveXpTables } from './history-sources.ts';

export const ResolutionInAnswer = openEnum('Resolution', xpResolutions);

export const seriesParameters = {
  skills: commaList(z.string().max(64, 'must list skills of at most 64 characters'), {
    max: 30,
    whenEmpty: 'omitted',
    form: '[^,]{1,64}',
    identity: (skill) => skill.toLowerCase(),
  }).meta({
    description: 'Comma list of at most 30 skills, case ignored; Overall when omitted.',
    example: 'overall,slayer',
  }),
  resolution: z
    .enum(['auto', ...xpResolutions], { error: 'must be auto, 5m, 1h or 1d' })
    .default('auto')
    .meta({ description: 'The length of a bucket. The answer may have longer buckets.', example: '1h' }),
  ...rangeParameters,
  format: formatParameter,
};
const SeriesQuery = z.object(seriesParameters);

const XpPoint = z.tuple([Timestamp, Int64]).meta({
  id: 'XpPoint',
  description: 'Start of a bucket in which xp changed, and the xp at its end.',
});

const SkillSeries = z
  .object({
    skill: z.string(),
    points: z.array(XpPoint).meta({
      description:
        'Oldest first. When xp was known before `from`, the first point has this xp, one bucket before the other points. ' +
        'Otherwise the points do not show the gain of the first bucket, but `/gains` counts this gain.',
    }),
  })
  .meta({ id: 'SkillSeries' });

export const AccountSeries = z
  .object({
    account: AccountRef,
    resolution: ResolutionInAnswer,
    from: Timestamp,
    to: Timestamp,
    series: z.array(SkillSeries),
  })
  .meta({ id: 'AccountSeries' });

export const exampleSeries: z.infer<typeof AccountSeries> = {
  account: { id: '4fK2mQ9xTz0b', name: 'Quillon Fen' },
  resolution: '5m',
  from: '2026-09-07T18:22:06.800Z',
  to: '2026-09-14T18:22:06.800Z',
  series: [
    {
      skill: 'Overall',
      points: [
        ['2026-09-07T18:15:00.000Z', 274_118_002],
        ['2026-09-14T18:15:00.000Z', 276_903_551],
      ],
    },
  ],
};

export interface SeriesPlan {
  /** The whole answer is read from one generation. */
  readonly tables: LiveTables;
  readonly range: TimeRange;
  readonly resolved: ResolvedRange;
  /** In the game's spelling, in the order of the request. */
  readonly skills: readonly string[];
}

/** @throws ApiError 400 on `from` or `skills` */
export async function planSeries(
  history: HistorySources,
  reader: Reader,
  query: z.infer<typeof SeriesQuery>,
  now: number,
): Promise<SeriesPlan> {
  const range = resolveTimeRange(query, now, xpSpanMs);
  const { xpRawRetentionMs: rawRetentionMs } = history;
  const resolved = resolveRange({ ...range, resolution: query.resolution, now, rawRetentionMs });
  const tables = liveXpTables(history);
  return {
    tables,
    range,
    resolved,
    skills: await canonicalSkills(history, reader, query.skills ?? [overall]),
  };
}

/**
 * The game's spelling of each skill. A skill that only readable accounts have keeps the wanted
 * spelling if such an account has it, otherwise the spelling of most (rules/names.md#skills).
 * @throws ApiError 400 on `parameter` for an unknown skill
 */
export async function canonicalSkills(
  history: HistorySources,
  reader: Reader,
  wanted: readonly string[],
  parameter = 'skills',
): Promise<string[]> {
  const ofGame = byLowerCase([overall, ...gameSkills]);
  const stored = wanted.every((skill) => ofGame.has(skill.toLowerCase()))
    ? []
    : await readKnownSkills(
        history.sql,
        liveSchema(history, 'xp-history'),
        listReadableAccounts(reader, 'stats').map(({ account }) => account.id),
      );
  const ofAccounts = byLowerCase(stored);
  return wanted.map((skill) => {
    const key = skill.toLowerCase();
    const canonical = ofGame.get(key) ?? (stored.includes(skill) ? skill : ofAccounts.get(key));
    if (canonical === undefined) {
      const message = `unknown skill: ${skill}`;
      throw invalidRequest([{ path: parameter, message }], message);
    }
    return canonical;
  });
}

/** The first of several spellings counts. */
function byLowerCase(skills: readonly string[]): Map<string, string> {
  return new Map(skills.toReversed().map((skill) => [skill.toLowerCase(), skill]));
}

/** Joined by commas, in pieces of at most about 50 KB. */
export async function* seriesText(
  history: HistorySources,
  accounts: readonly VisibleAccount[],
  plan: SeriesPlan,
): AsyncGenerator<string> {
  const { tables, resolved: range } = plan;
  const wanted = accounts.flatMap((account, index) => {
    const opening = `${index === 0 ? '' : ','}${accountOpening(account, plan)}`;
    return seriesOf(account, plan.skills, opening);
  });
  for await (const { series, points } of readSeries(history.sql, { tables, range, wanted })) {
    yield series.before;
    let comma = '';
    for await (const piece of points) {
      yield comma + piece;
      comma = ',';
    }
    yield series.after;
  }
}

export const seriesColumns = ['account_id', 'account_name', 'resolution', 'skill', 'at', 'xp'];
const pointText = /\["([^"]+)",(\d+)\]/g;

/** A line for each point, in pieces of at most about 100 KB. */
export async function* seriesCsv(
  history: HistorySources,
  accounts: readonly VisibleAccount[],
  { tables, resolved: range, skills }: SeriesPlan,
): AsyncGenerator<string> {
  yield csvLine(seriesColumns);
  const wanted = accounts.flatMap((visible) =>
    skills.map((skill) => ({ visible, accountId: visible.account.id, skill })),
  );
  for await (const { series, points } of readSeries(history.sql, { tables, range, wanted })) {
    const { id, name } = accountRef(series.visible);
    const start = csvValues([id, name, range.tier.resolution, series.skill]);
    for await (const piece of points) {
      yield [...piece.matchAll(pointText)].map(([, at, xp]) => `${start},${at},${xp}\r\n`).join('');
    }
  }
}

function accountOpening(account: VisibleAccount, { range, resolved }: SeriesPlan): string {
  const { resolution } = resolved.tier;
  return `{"account":${JSON.stringify(accountRef(account))},"resolution":"${resolution}",${rangeText(range)},"series":[`;
}

function seriesOf({ account }: VisibleAccount, skills: readonly string[], opening: string) {
  return skills.map((skill, index) => ({
    accountId: account.id,
    skill,
    before: `${index === 0 ? opening : ','}{"skill":${JSON.stringify(skill)},"points":[`,
    after: index === skills.length - 1 ? ']}]}' : ']}',
  }));
}
