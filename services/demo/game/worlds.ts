export interface GameWorld {
  readonly id: number;
  readonly types: readonly string[];
}

const members = [302, 304, 312, 330, 343, 350, 367, 386, 420, 444, 465, 486, 496, 512, 523, 534];

/** Worlds that the guild plays on, with the client's names of their types. */
export const ordinaryWorlds: readonly GameWorld[] = [
  ...members.map((id) => ({ id, types: ['MEMBERS'] })),
  { id: 308, types: [] },
  { id: 316, types: [] },
  { id: 349, types: ['MEMBERS', 'SKILL_TOTAL'] },
  { id: 392, types: ['MEMBERS', 'PVP', 'HIGH_RISK'] },
];

/** Worlds on which a player has another character. */
export const seasonalWorlds: readonly GameWorld[] = [
  { id: 577, types: ['MEMBERS', 'SEASONAL'] },
  { id: 579, types: ['MEMBERS', 'SEASONAL'] },
];
