import { expect, test } from 'vitest';
import { eventsOfExample, pluginExamples } from '../infra/reference/plugin-messages.ts';
import { given, quill } from '../projections/access/testing/membership.ts';
import { seenAt } from '../projections/play-sessions/testing/activity.ts';
import { reportedXp } from '../projections/xp-history/testing/reported-xp.ts';
import { reportedAccount, reportedAt, reportFixture } from '../services/ingest/testing/first-report.ts';
import { iso } from '../services/query/testing/history-guild.ts';
import { openTestApi } from '../services/query/testing/open-test-api.ts';
import type { NewEvent } from '../shared/events/event.ts';
import { accountSeen } from '../shared/events/types/account-seen.ts';
import { sessionEnded } from '../shared/events/types/session-ended.ts';
import { xpReported } from '../shared/events/types/xp-reported.ts';
import { onceAFile } from './support/at-end.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const today = '2026-09-14';
const begin = Date.parse(today);
const gain = 1_234;

/** Messages of each plugin that reports xp, with the xp of a skill as the message says it. */
const xpMessages = [
  ['ha-snapshot', 'Attack', 14_622_107, 99],
  ['ha-snapshot-sailing', 'Sailing', 2_241_887, 81],
  ['ha-loot', 'Attack', 14_622_107, 99],
  ['dink-login', 'Slayer', 15_533_208, 99],
  ['dink-xp-milestone', 'Attack', 14_622_107, 99],
  ['gim-update-full', 'Agility', 4_722_190, 88],
  ['gim-update-skills', 'Woodcutting', 7_340_118, 93],
  ['gim-update-legacy-1.5', 'Attack', 14_622_107, 99],
  ['rseye-stat-update', 'Prayer', 760_112, 70],
] as const;

/** A message of a plugin, and the events that it gives for an account without other messages. */
interface Message {
  readonly account: string;
  readonly plugin: string;
  readonly message: string;
  readonly body: string;
  readonly events: readonly NewEvent[];
}

async function readMessages(): Promise<Message[]> {
  const read: Message[] = [];
  for (const { plugin, messages } of await pluginExamples()) {
    for (const example of messages) {
      const account = `Message${String(read.length).padStart(5, '0')}`;
      const ofAccount = (await eventsOfExample(plugin, example)) ?? [];
      const events = ofAccount.map((event) => ({
        ...event,
        subject: account,
        key: event.key.replace(reportedAccount, account),
      }));
      read.push({ ...example, account, plugin: plugin.title, events });
    }
  }
  return read;
}

const feedsXp = ({ type }: NewEvent) => type === xpReported.type;
const feedsActivity = ({ type }: NewEvent) => type === accountSeen.type || type === sessionEnded.type;

const hub = onceAFile(async () => {
  const messages = await readMessages();
  const ofXp = xpMessages.map(([fixture, skill, xp]) => {
    const body = reportFixture(fixture);
    const message = messages.find((each) => each.body === body);
    if (message === undefined) throw new Error(`${fixture} is no example`);
    return { ...message, fixture, skill, xp };
  });
  const api = await openTestApi({ history: [], clock: () => reportedAt + minute });
  await api.appendMembership(
    ...messages.flatMap(({ account }) => [
      given.identity(account, quill),
      given.description(account, account),
    ]),
  );
  await api.recordPast(
    ...ofXp.map(({ account, skill, xp }) => reportedXp(account, begin - day, { [skill]: xp - gain })),
    ...messages.map(({ account }) => seenAt(account, reportedAt - 2 * minute, { timeout_ms: 2.5 * minute })),
    ...messages.flatMap(({ events }) =>
      events
        .filter((event) => feedsXp(event) || feedsActivity(event))
        .map((event) => ({ ...event, appendTime: reportedAt })),
    ),
    ...messages.map(({ account }) => seenAt(account, reportedAt + minute)),
  );
  const key = await api.makeKey(2, null, { rate_limit_per_minute: 6_000 });
  return { api, key, messages, ofXp };
});

// rules/records.md#records
test.each(xpMessages)('the xp in %s gives records and milestones', async (fixture, skill, xp, level) => {
  const { api, ofXp } = hub();
  const account = ofXp.find((each) => each.fixture === fixture)?.account;
  const { records, milestones } = await api.data(`/accounts/${account}/records`);
  const own = records.filter((record: { skill: string }) => record.skill === skill);
  const to = iso(begin + day);
  expect(own).toEqual(
    [
      ['day', 1],
      ['week', 7],
      ['month', 30],
    ].map(([period, days]) => ({ skill, period, gain, from: iso(begin + day - Number(days) * day), to })),
  );
  const levels = milestones.filter(
    (each: { kind: string; skill: string }) => each.kind === 'level' && each.skill === skill,
  );
  const reached = [50, 60, 70, 80, 90, 99].filter((each) => each <= level);
  expect(levels.map(({ value }: { value: number }) => value).sort()).toEqual(reached);
  const { days } = await api.data(`/accounts/${account}/activity-days`);
  expect(days, `${xp} xp`).toEqual([{ day: today, minutes: 3, sessions: 1, xp: gain }]);
});

const endsSession = ['`clientShutdown`', 'LOGOUT', '`login_update`'];

// rules/additions.md#accountsidactivity-days
test('a message that shows the player continues the session, and a logout ends the session', async () => {
  const { api, key, messages } = hub();
  const wrong: unknown[] = [];
  const shown = new Set<string>();
  for (const { account, plugin, message, events } of messages) {
    const { days } = await api.data(`/accounts/${account}/activity-days`, key);
    const isShown = events.some(feedsActivity);
    if (isShown) shown.add(plugin);
    // Without the message, the player was seen twice, and timed out before the second time.
    const [minutes, sessions] = !isShown ? [0, 2] : endsSession.includes(message) ? [2, 2] : [3, 1];
    if (days.length !== 1 || days[0].minutes !== minutes || days[0].sessions !== sessions)
      wrong.push([plugin, message, days]);
  }
  expect(wrong).toEqual([]);
  expect([...shown]).toEqual((await pluginExamples()).map(({ plugin }) => plugin.title));
});

test('the messages above are of every plugin that reports xp', async () => {
  const { messages, ofXp } = hub();
  const feeding = messages.filter(({ events }) => events.some(feedsXp)).map(({ plugin }) => plugin);
  expect(new Set(ofXp.map(({ plugin }) => plugin))).toEqual(new Set(feeding));
});
