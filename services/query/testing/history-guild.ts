import { type Given, given, id, quill } from '../../../projections/access/testing/membership.ts';
import { projections } from '../../../projections/registry.ts';
import type { Category } from '../../../shared/domain/category.ts';

/**
 * The clock of a test API with `history`, epoch ms. Only timeouts of open sessions use the clock of
 * the database.
 */
export const now = Date.UTC(2026, 8, 14, 18, 22, 6, 800);
export const iso = (ms: number): string => new Date(ms).toISOString();
export const notFound = JSON.stringify({ error: { code: 'not_found', message: 'Account not found.' } });

/** The projections of plugin reports: with others, each change of members would wait for them. */
export const historyProjections = projections.filter(({ streams }) => !streams.includes('hub.membership'));

const bram = id(2);
const hiddenCategories: readonly Category[] = [
  'stats',
  'events',
  'location_live',
  'location_history',
  'equipment',
  'inventory',
];

/** `hidden` shares only `activity`, so only the sessions of its history are readable. */
export const historyGuild: readonly Given[] = [
  given.member(quill, 'Quill'),
  given.member(bram, 'Bram'),
  ...(
    [
      ['a', quill, 'Quillon Fen'],
      ['b', bram, 'Bram Oak'],
      ['hidden', bram, 'Hidden One'],
    ] as const
  ).flatMap(([account, owner, name]) => [given.identity(account, owner), given.description(account, name)]),
  ...hiddenCategories.map((category) => given.sharing('hidden', { category, audience: 'private', with: [] })),
];
