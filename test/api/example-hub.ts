import { newApiKey } from '../../projections/access/commands/keys/new-api-key.ts';
import { given, id } from '../../projections/access/testing/membership.ts';
import { report, whip, wholeReport } from '../../projections/account-state/testing/report.ts';
import { gameEvent } from '../../projections/event-feed/testing/game-events.ts';
import { exampleAccountId, otherExampleAccountId } from '../../services/query/schemas/account-ref.ts';
import { categories } from '../../shared/domain/category.ts';
import { exampleCompetitionId } from '../../shared/domain/competition.ts';
import { skills } from '../../shared/domain/skill.ts';
import { type NewEvent, newEvent } from '../../shared/events/event.ts';
import { accountSeen } from '../../shared/events/types/account-seen.ts';
import { gearReported } from '../../shared/events/types/gear-reported.ts';
import { positionReported } from '../../shared/events/types/position-reported.ts';
import { xpReported } from '../../shared/events/types/xp-reported.ts';
import { startTestHub, type TestHub } from '../support/hub/hub.ts';

/** A hub with data for every example of the OpenAPI document, and for every projection. */
export interface ExampleHub extends TestHub {
  /** Service keys of all categories. */
  readonly keys: readonly [string, ...string[]];
  readonly metricsToken: string;
  readonly document: Document;
}

export interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly example?: unknown;
}

const metricsToken = 'token-of-the-example-hub';
const owner = id(1);
const hourMs = 3_600_000;

/** An account whose numbers pass 2^31, with a skill that the game does not have yet. */
export const richAccountId = 'rIcHaCcOuNt1';
const silentAccountId = 'sIlEnTaCcNt1';

/** @param keyCount each key may ask for `/snapshot` once a second */
export async function startExampleHub(keyCount = 1): Promise<ExampleHub> {
  // Behind a proxy, so that a client can be at many addresses.
  const hub = await startTestHub({ settings: { METRICS_TOKEN: metricsToken, TRUST_PROXY_HOPS: '1' } });
  const now = Date.now();
  const keys = Array.from({ length: keyCount }, newApiKey);
  const accounts = [
    [exampleAccountId, 'Quillon Fen'],
    [otherExampleAccountId, 'Bram Oak'],
    [richAccountId, 'Rïch "<b>&\u{1f600}'],
    [silentAccountId, '=1+1'],
  ] as const;
  await hub.append([
    given.member(owner, 'Quillon', { chat_id: '112233445566778899' }),
    ...accounts.flatMap(([account, name]) => [
      given.identity(account, owner),
      given.description(account, name),
      ...categories.map((category) => given.sharing(account, { category, audience: 'guild', with: [] })),
    ]),
    given.competition(0, {
      competition_id: exampleCompetitionId,
      from: now - 24 * hourMs,
      to: now + 24 * hourMs,
    }),
    ...keys.map(({ prefix, secretHash }, index) =>
      given.key(index + 1, null, {
        prefix,
        secret_hash: secretHash,
        categories: [...categories],
        rate_limit_per_minute: 6_000,
      }),
    ),
  ]);
  await hub.append([exampleAccountId, otherExampleAccountId].flatMap((account) => past(account, now)));
  await hub.append(richPast(now));
  const [first, ...others] = keys.map(({ key }) => key);
  if (first === undefined) throw new Error('an example hub needs a key');
  const within = { withinMs: 10_000, key: first };
  const asked = { ...within, seen: ({ status }: { status: number }) => status === 200 };
  await hub.getUntil(`/accounts/${otherExampleAccountId}`, asked);
  // A busy hub answers 503, also for its document.
  const { body: document } = await hub.getUntil('/openapi.json', asked);
  return { ...hub, keys: [first, ...others], metricsToken, document };
}

/** Resolves when the feed serves the events, 10 s after the hub stored them. */
export async function untilServed({ getUntil, keys: [key] }: ExampleHub): Promise<void> {
  const seen = ({ body }: { body: { meta?: { count: number } } }) => (body.meta?.count ?? 0) > 1;
  await getUntil('/events', { key, withinMs: 15_000, everyMs: 500, seen });
}

const xpMax = 200_000_000;
const priceMax = 2_147_483_647;

function richPast(now: number): NewEvent[] {
  const subject = richAccountId;
  const about = { subject, source: 'ha' } as const;
  const at = now - hourMs;
  const names = [...skills, 'Necromancy "25"'];
  const xp = Object.fromEntries(names.map((skill) => [skill, xpMax]));
  const gained = Object.fromEntries(names.map((skill) => [skill, 0]));
  const item = { ...whip, name: 'Tab\t"quoted", <i>', quantity: priceMax, ge_price: priceMax };
  const title = {
    data: { totalValue: 4_290_000_000, text: 'a "b" \\ \u{1f600}', deep: [{ big: 12_345_678_901 }] },
  };
  return [
    newEvent(xpReported, about, { at: at - hourMs, skills: gained, complete: true }),
    newEvent(xpReported, about, { at, skills: xp, complete: true }),
    newEvent(gearReported, about, {
      at,
      worn: { items: [item], value: Number.MAX_SAFE_INTEGER },
      carried: { value: 5_000_000_000 },
    }),
    gameEvent(subject, { occurred_at: at, value_gp: 4_290_000_000, data: JSON.stringify(title) }),
    gameEvent(subject, { type: 'a type that nobody knows', occurred_at: at }),
    ...names.map((skill) => report.skill(subject, now, skill, xpMax, 127)),
    report.equipment(subject, now, [item]),
  ];
}

function past(subject: string, now: number): NewEvent[] {
  const about = { subject, source: 'ha' } as const;
  const at = now - hourMs;
  const inGame = { in_game: true, game_state: 'LOGGED_IN', world: 486, special_world: false };
  const point = { at, x: 3_200, y: 3_200, plane: 0, world: 486, is_on_boat: false };
  return [
    newEvent(xpReported, about, { at: at - hourMs, skills: { Slayer: 1_000 }, complete: true }),
    newEvent(xpReported, about, { at, skills: { Slayer: 2_000 }, complete: false }),
    newEvent(accountSeen, about, { ...inGame, at, timeout_ms: 186_000 }),
    newEvent(gearReported, about, { at, worn: { items: [whip], value: 1_000 }, carried: { value: 5 } }),
    newEvent(positionReported, about, { points: [point] }),
    gameEvent(subject, { occurred_at: at, value_gp: 2_329_167 }),
    ...wholeReport(subject, now),
  ];
}
