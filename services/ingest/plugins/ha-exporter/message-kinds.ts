import type { MessageKind } from '../../plugin-adapter.ts';
import type { HaMessage } from './message.ts';

const parts = {
  location: { title: 'Location', isSent: ({ location, trail }) => location !== null || trail.length > 0 },
  skills: { title: 'Skills', isSent: ({ skills }) => skills.length > 0 },
  vitals: {
    title: 'Hit points and prayer',
    isSent: ({ hitpoints, prayer }) => (hitpoints ?? prayer) !== null,
  },
  equipment: { title: 'Equipment', isSent: ({ equipment }) => equipment !== null },
  inventory: { title: 'Inventory', isSent: ({ inventory }) => inventory !== null },
} as const satisfies Readonly<
  Record<string, { readonly title: string; readonly isSent: (player: HaMessage['player']) => boolean }>
>;

export const haMessageKinds: readonly MessageKind[] = [
  ...Object.entries(parts).map(([kind, { title }]) => ({ kind, title })),
  { kind: 'loot', title: 'Loot' },
  { kind: 'pkLoot', title: 'Loot of a player kill' },
  { kind: 'death', title: 'Death' },
  { kind: 'levelUp', title: 'Level' },
  { kind: 'collectionLog', title: 'Collection log' },
  { kind: 'superiorSpawn', title: 'Superior monster' },
  { kind: 'achievementDiary', title: 'Achievement diary' },
  { kind: 'combatTask', title: 'Combat task' },
  { kind: 'clientShutdown', title: 'Logout' },
];

export function kindsOfHaMessage({ player, events }: HaMessage): string[] {
  const sent = Object.entries(parts).flatMap(([kind, { isSent }]) => (isSent(player) ? [kind] : []));
  return [...sent, ...events.map(({ type }) => type)];
}
