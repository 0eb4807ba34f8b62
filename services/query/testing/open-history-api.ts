import { given, id, quill } from '../../../projections/access/testing/membership.ts';
import { accountStateProjection } from '../../../projections/account-state/projection.ts';
import { equipmentHistoryProjection } from '../../../projections/equipment-history/projection.ts';
import { eventFeedProjection } from '../../../projections/event-feed/projection.ts';
import { locationTrailProjection } from '../../../projections/location-trail/projection.ts';
import { playSessionsProjection } from '../../../projections/play-sessions/projection.ts';
import { wealthDaysProjection } from '../../../projections/wealth-days/projection.ts';
import { xpHistoryProjection } from '../../../projections/xp-history/projection.ts';
import type { Category } from '../../../shared/domain/category.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { openTestApi, type TestApi } from './open-test-api.ts';

/** The read API with all projections over time, at a fixed time. */
export interface HistoryApi extends TestApi {
  /** A service key of all categories. */
  readonly key: string;
  /** The `data` of the answer to a request with this key, by default `key`. @throws when the status is not 200 */
  data(path: string, key?: string): Promise<Data>;
  /** The status and the body as text, for comparing answers byte for byte. */
  text(path: string, key?: string): Promise<readonly [number, string]>;
  /** The parameters that the error names. @throws when the status is not 400 */
  faults(path: string, key?: string): Promise<string[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies that were checked against their schema
type Data = any;

export const now = Date.UTC(2026, 8, 14, 18, 22, 6, 800);
export const iso = (ms: number): string => new Date(ms).toISOString();
const bram = id(2);

/**
 * Account `a` is Quill's, `b` and `hidden` are Bram's. `hidden` shares only `activity`: it is visible, but none of its
 * history is readable. The clock of the API stands at `now`; open sessions are closed by the database's clock.
 */
export async function openHistoryApi(...past: readonly TimedEvent[]): Promise<HistoryApi> {
  const api = await openTestApi({
    clock: () => now,
    projections: [
      accountStateProjection,
      xpHistoryProjection,
      playSessionsProjection,
      equipmentHistoryProjection,
      wealthDaysProjection,
      locationTrailProjection,
      eventFeedProjection,
    ],
  });
  await api.govern(given.member(quill, 'Quill'), given.member(bram, 'Bram'));
  for (const [account, owner, name] of [
    ['a', quill, 'Quillon Fen'],
    ['b', bram, 'Bram Oak'],
    ['hidden', bram, 'Hidden One'],
  ] as const) {
    await api.govern(given.identity(account, owner), given.description(account, name));
  }
  await api.govern(
    ...hiddenCategories.map((category) =>
      given.sharing('hidden', { category, audience: 'private', with: [] }),
    ),
  );
  if (past.length > 0) await api.recordPast(...past);
  const key = await api.makeKey(1);

  async function answer(status: number, path: string, given = key) {
    const found = await api.get(path, { key: given });
    if (found.status !== status) throw new Error(`${path} was answered ${found.status}: ${found.text}`);
    return found;
  }

  return {
    ...api,
    key,
    data: async (path, other) => (await answer(200, path, other)).body.data,
    text: async (path, other = key) => {
      const { status, text } = await api.get(path, { key: other });
      return [status, text];
    },
    faults: async (path, other) => {
      const { body } = await answer(400, path, other);
      return body.error.details.map(({ path: name }: { path: string }) => name);
    },
  };
}

const hiddenCategories: readonly Category[] = [
  'stats',
  'events',
  'location_live',
  'location_history',
  'equipment',
  'inventory',
];

export const notFound = JSON.stringify({ error: { code: 'not_found', message: 'Account not found.' } });
