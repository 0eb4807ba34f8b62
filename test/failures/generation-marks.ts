import type { Answer } from '../support/hub/hub-client.ts';
import { changed } from './next-release.ts';

/** `isNext`: the fold of the next release made the row. */
export type GenerationMark = readonly [projection: string, isNext: boolean];

export function generationMarks(path: string, { body }: Answer): GenerationMark[] {
  const [, marksOf] = Object.entries(endpoints).find(([ending]) => pathMatches(path, ending)) ?? [];
  return marksOf?.(body.data) ?? [];
}

// biome-ignore lint/suspicious/noExplicitAny: answers were checked against their schemas
type Data = any;

const owner = (account: Data): GenerationMark => ['access', account.owner.name.endsWith(changed.owner)];
const hitpoints = (max: number): GenerationMark => ['account-state', max > changed.hitpointsMax];
const marker = (event: Data): GenerationMark => [
  'event-feed',
  event.data.data.marker.startsWith(changed.marker),
];
const trail = (points: Data): GenerationMark[] =>
  points.map(({ x }: Data) => ['location-trail', x > changed.x / 2] as const);
const series = ({ series: all }: Data): GenerationMark[] =>
  all.flatMap(({ points }: Data) => points.map(([, xp]: Data) => ['xp-history', xp >= changed.xp] as const));

/** By the end of the path. */
const endpoints: Readonly<Record<string, (data: Data) => GenerationMark[]>> = {
  '/snapshot': (data) => data.flatMap((row: Data) => [owner(row), hitpoints(row.hp.max)]),
  '/accounts': (data) => data.map(owner),
  '/events': (data) => data.map(marker),
  '/leaderboards/loot': ({ entries }) => entries.map(({ event }: Data) => marker(event)),
  '/xp': ({ accounts, ...one }) => (accounts ?? [one]).flatMap(series),
  '/locations': ({ accounts, points }) =>
    accounts === undefined ? trail(points) : accounts.flatMap((each: Data) => trail(each.points)),
  '/sessions': ({ sessions }) =>
    sessions.flatMap(({ worlds }: Data) =>
      worlds.map((world: number) => ['play-sessions', world > changed.world] as const),
    ),
  '/equipment-history': ({ changes }) =>
    changes.flatMap(({ items }: Data) =>
      items.map(({ quantity }: Data) => ['equipment-history', quantity > changed.quantity] as const),
    ),
  '/wealth': ({ days }) =>
    days.map(({ last_value }: Data) => ['wealth-days', last_value >= changed.value] as const),
  '': (data) => (data.vitals === undefined ? [] : [owner(data), hitpoints(data.vitals.hp.max)]),
};

function pathMatches(path: string, ending: string): boolean {
  return path.split('?')[0]?.endsWith(ending) === true;
}
