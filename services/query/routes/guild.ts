import { z } from 'zod';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { statePartition } from '../../../projections/account-state/queries/account-state.ts';
import type { HeldStates } from '../../../projections/account-state/queries/held-states.ts';
import { presenceAt } from '../../../projections/account-state/queries/presence.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { listReadableAccounts } from '../accounts/find-account.ts';
import { defineRoute } from '../define-route.ts';
import { guildPeriods, type PeriodSummary, readGuildSummary } from '../guild/guild-summary.ts';
import { AccountRef, exampleAccount } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp, timestamp } from '../schemas/envelope.ts';
import { Event, eventExample } from '../schemas/event.ts';
import { openEnum } from '../schemas/open-enum.ts';
import { timeZoneParameter } from '../schemas/period.ts';
import { commaSeparated } from '../streams/buffered-page.ts';
import { MilestoneKind } from './account-records.ts';

const Gainer = z.object({ account: AccountRef, gain: Int64.min(1) }).meta({ id: 'GuildGainer' });

const GuildPeriod = z
  .object({
    period: openEnum('GuildPeriodName', guildPeriods),
    gain: Int64.nullable().meta({ description: 'Xp that all accounts gained.' }),
    loot_gp: Int64.nullable().meta({ description: 'The value of all `loot` and `pk_loot` events.' }),
    top_gainers: z.array(Gainer).nullable(),
    best_drops: z.array(Event).nullable(),
  })
  .meta({ id: 'GuildPeriod' });

const OnlineHour = z
  .object({ hour: Timestamp.meta({ description: 'The begin of the hour.' }), online: Int32.nonnegative() })
  .meta({ id: 'OnlineHour' });

const GuildMilestone = z
  .object({ account: AccountRef, kind: MilestoneKind, skill: z.string(), value: Int64, at: Timestamp })
  .meta({ id: 'GuildMilestone' });

const Guild = z
  .object({
    accounts: Int32.nonnegative(),
    online: Int32.nonnegative().nullable(),
    total_level: Int32.nullable(),
    total_xp: Int64.nullable(),
    periods: z.array(GuildPeriod),
    milestones: z
      .array(GuildMilestone)
      .nullable()
      .meta({ description: 'The 20 newest that were reached since the first report of their account.' }),
    activity: z.array(OnlineHour).nullable().meta({
      description: 'The last 7 days up to the present hour, oldest first, with the accounts that played.',
    }),
  })
  .meta({ id: 'Guild' });

export const guildRoute = defineRoute({
  operationId: 'getGuild',
  path: '/guild',
  tag: 'Accounts',
  summary: 'Totals of the guild',
  description:
    'Counts and totals of the accounts whose category the key reads: `activity` for `online` and `activity`, `events` for `loot_gp` and `best_drops`, `stats` for the rest. A field is null when the key reads its category of nobody. ' +
    'The five highest gains and most valuable drops of the day, the last 7 and the last 30 days.',
  query: z.object({ tz: timeZoneParameter }),
  response: envelopeOf('GuildResponse', Guild),
  example: exampleOf({
    accounts: 42,
    online: 7,
    total_level: 68_204,
    total_xp: 4_201_118_402,
    periods: [
      {
        period: 'day',
        gain: 1_402_118,
        loot_gp: 2_329_167,
        top_gainers: [{ account: exampleAccount, gain: 128_400 }],
        best_drops: [eventExample],
      },
    ],
    milestones: [
      {
        account: exampleAccount,
        ...{ kind: 'level', skill: 'Slayer', value: 90, at: '2026-09-13T20:00:56.400Z' },
      },
    ],
    activity: [{ hour: '2026-09-14T18:00:00.000Z', online: 9 }],
  }),
  kept: 'answer',
  handle: async ({ reader, query }, services) => {
    const { clock, state } = services;
    await state.waitUntilFresh();
    const summary = await readGuildSummary(services, reader, query.tz ?? reader.timeZone);
    const { periods, milestones, activity, ...totals } = summary;
    const head = { accounts: reader.visible.size, online: countOnline(reader, state), ...totals };
    const parts = [
      Buffer.from(`{"data":${JSON.stringify(head).slice(0, -1)},"periods":[`),
      ...commaSeparated(periods.map(periodText)),
      Buffer.from(`],${JSON.stringify({ milestones, activity }).slice(1)},`),
      Buffer.from(`"meta":${JSON.stringify({ generated_at: timestamp(clock()) })}}`),
    ];
    return { status: 200, body: { bytes: Buffer.concat(parts) } };
  },
});

/** Null when the reader reads the activity of nobody. */
function countOnline(reader: Reader, state: Pick<HeldStates, 'stateOf' | 'currentTimes'>): number | null {
  const accounts = listReadableAccounts(reader, 'activity');
  const online = accounts.filter(({ account: { id } }) => {
    const { presence } = state.stateOf(id);
    return presence !== null && presenceAt(presence, state.currentTimes(statePartition(id)).forOnline).online;
  });
  return accounts.length === 0 ? null : online.length;
}

function periodText({ topGainers, bestDrops, ...period }: PeriodSummary): Buffer {
  const head = JSON.stringify({ ...period, top_gainers: topGainers }).slice(0, -1);
  if (bestDrops === null) return Buffer.from(`${head},"best_drops":null}`);
  const start = Buffer.from(`${head},"best_drops":[`);
  return Buffer.concat([start, ...commaSeparated(bestDrops), Buffer.from(']}')]);
}
