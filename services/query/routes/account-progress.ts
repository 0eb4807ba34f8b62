import { z } from 'zod';
import { diaryTierNames } from '../../../projections/account-achievements/queries/diary-areas.ts';
import { questStateNames } from '../../../projections/account-achievements/queries/quest-states.ts';
import { readProgress } from '../../../projections/account-achievements/queries/read-progress.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import { Int32 } from '../../../shared/domain/integer-schemas.ts';
import { findReadableAccount } from '../accounts/find-account.ts';
import { defineRoute } from '../define-route.ts';
import { liveSchema } from '../history/history-sources.ts';
import { dataAnswer } from '../http/answer.ts';
import { AccountRef, accountPath, accountRef, exampleAccount } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp, timestampOrNull } from '../schemas/envelope.ts';
import { openEnum } from '../schemas/open-enum.ts';
import { shownTimeOf } from '../schemas/shown-time.ts';

const count = Int32.nullable();
const sectionOf = <Counts extends z.ZodRawShape>(id: string, counts: Counts) =>
  z
    .object({ ...counts, updated_at: Timestamp })
    .nullable()
    .meta({ id });

const Pet = z
  .object({ id: count, name: z.string().nullable(), obtained_at: Timestamp.nullable() })
  .meta({ id: 'Pet' });

const QuestState = z
  .object({ name: z.string().nullable(), state: openEnum('QuestStateName', questStateNames) })
  .meta({ id: 'QuestState' });
const DiaryTier = z
  .object({ tier: openEnum('DiaryTierName', diaryTierNames), completed: Int32, total: Int32 })
  .meta({ id: 'DiaryTier' });
const DiaryArea = z
  .object({
    area: z.string(),
    tiers: z.array(DiaryTier),
  })
  .meta({ id: 'DiaryArea' });

const diaryCounts = { completed: count, total: count, tasks_completed: count, tasks_total: count };
const questCounts = { points: count, completed: count, total: count };
const Progress = z
  .object({
    account: AccountRef,
    quests: sectionOf('QuestProgress', { ...questCounts, states: z.array(QuestState).nullable() }),
    diaries: sectionOf('DiaryProgress', { ...diaryCounts, areas: z.array(DiaryArea).nullable() }),
    combat_achievements: sectionOf('CombatAchievementProgress', { points: Int32, total: count }),
    slayer: sectionOf('SlayerProgress', { points: Int32, streak: Int32 }),
    pets: z.array(Pet).nullable(),
  })
  .meta({ id: 'Progress' });

export const accountProgressRoute = defineRoute({
  operationId: 'getAccountProgress',
  path: '/accounts/{id}/progress',
  tag: 'Accounts',
  summary: 'Quests, diaries, slayer and pets of an account',
  description:
    'The counts that the game shows, and the lists of quests and diaries. A part is null when it was never sent. Without `events`, counts and pets of events are left out, so `obtained_at` is null. Without `activity`, `updated_at` is the begin of its UTC day.',
  describedCategory: 'stats',
  params: accountPath,
  response: envelopeOf('ProgressResponse', Progress),
  example: exampleOf({
    account: exampleAccount,
    quests: {
      ...{ points: 259, completed: 141, total: 177 },
      states: [{ name: 'Animal Magnetism', state: 'finished' }],
      updated_at: '2026-09-14T14:00:06.060Z',
    },
    diaries: {
      ...{ completed: 31, total: 48, tasks_completed: 366, tasks_total: 492 },
      areas: [{ area: 'Ardougne', tiers: [{ tier: 'easy', completed: 10, total: 10 }] }],
      updated_at: '2026-09-14T12:44:40.040Z',
    },
    combat_achievements: { points: 611, total: 2_672, updated_at: '2026-09-14T14:00:06.060Z' },
    slayer: { points: 842, streak: 204, updated_at: '2026-09-14T14:00:06.060Z' },
    pets: [{ id: 12_921, name: 'Pet snakeling', obtained_at: '2026-09-14T18:22:09.300Z' }],
  }),
  statuses: [404],
  handle: async ({ reader, params: { id: accountId } }, { clock, history }) => {
    const account = findReadableAccount(reader, accountId, 'stats');
    const schema = liveSchema(history, 'account-achievements');
    const withEvents = hasCategory(account.readable, 'events');
    const progress = await readProgress(history.sql, { schema, accountId }, withEvents);
    const data = { account: accountRef(account), ...sectionsOf(progress, shownTimeOf(account)) };
    return dataAnswer(data, clock());
  },
});

type Part = { readonly at: number } | null;

/** A section is null when none of its parts was ever sent. */
function sectionsOf(
  progress: Awaited<ReturnType<typeof readProgress>>,
  shownTime: ReturnType<typeof shownTimeOf>,
) {
  const { counts, quests, diaries, slayer, pets } = progress;
  const section = <Counts extends object>(content: Counts, ...parts: readonly Part[]) => {
    const times = parts.flatMap((part) => part?.at ?? []);
    return times.length === 0 ? null : { ...content, updated_at: shownTime(Math.max(...times)) };
  };
  const numbersOf = (name: keyof typeof counts) => {
    const { value = null, total = null } = counts[name] ?? {};
    return { completed: value, total };
  };
  const [points, combat] = [numbersOf('quest-points'), numbersOf('combat-achievements')];
  const tasks = numbersOf('diary-tasks');
  return {
    quests: section(
      { points: points.completed, ...numbersOf('quest-count'), states: quests?.states ?? null },
      quests,
      counts['quest-count'],
      counts['quest-points'],
    ),
    diaries: section(
      {
        ...numbersOf('diary-count'),
        ...{ tasks_completed: tasks.completed, tasks_total: tasks.total },
        areas: diaries?.areas ?? null,
      },
      diaries,
      counts['diary-count'],
      counts['diary-tasks'],
    ),
    combat_achievements: section(
      { points: combat.completed, total: combat.total },
      counts['combat-achievements'],
    ),
    slayer: section({ points: slayer?.points, streak: slayer?.streak }, slayer),
    pets:
      pets?.map(({ id, name, obtained_at: at }) => ({
        ...{ id, name, obtained_at: timestampOrNull(at) },
      })) ?? null,
  };
}
