/** Drawn for the hub as lines on a field of 24 x 24; nothing is taken from the game. */
const sword = 'M20 4 9 15M6 12l6 6M8 16l-4 4';
const shield = 'M12 3l8 3v5c0 5-3 8-8 10-5-2-8-5-8-10V6z';
const arrow = 'M4 20 20 4M20 4h-6M20 4v6M4 20v-5M4 20h5M7 17v-5M7 17h5';
const leaf = 'M5 19C3 9 10 4 20 4c0 10-5 16-13 14M4 21 14 10';
const rune = 'M6 4h12l3 8-4 8H7l-4-8zM12 8v8M9 11l3-3 3 3';
const paw = 'M12 12c3 0 5 3 5 5s-2 3-5 3-5-1-5-3 2-5 5-5zM5 11h.1M9 6h.1M15 6h.1M19 11h.1';

/** A map, because a plugin may send any skill, even `constructor`. */
export const skillPaths: ReadonlyMap<string, string> = new Map([
  ['Overall', 'M5 20v-6M10 20V9M15 20v-8M20 20V4'],
  ['Attack', sword],
  ['Defence', shield],
  ['Strength', 'M3 9v6M6 7v10M18 7v10M21 9v6M6 12h12'],
  ['Hitpoints', 'M12 20C4 14 3 11 3 8a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3-1 6-9 12z'],
  ['Ranged', 'M6 3c12 2 15 9 15 15M6 3l15 15M3 21 14 10M3 21h4M3 21v-4'],
  ['Prayer', 'M12 2v6M12 16v6M2 12h6M16 12h6M5 5l4 4M15 15l4 4M19 5l-4 4M9 15l-4 4'],
  ['Magic', 'M3 20h18M6 20 13 3l2 5-1 2 4 10M8 15h9'],
  ['Cooking', 'M2 10h20M4 10l1 8c0 1 1 2 2 2h10c1 0 2-1 2-2l1-8M9 6c0-2 2-1 2-3M14 6c0-2 2-1 2-3'],
  ['Woodcutting', 'M4 21 15 7M12 4c4-2 7 0 9 5-3 0-4 1-6 3l-5-4c1-2 1-3 2-4z'],
  ['Fletching', arrow],
  ['Fishing', 'M3 12c4-6 10-6 14 0-4 6-10 6-14 0zM17 12l4-4v8zM7 11h.1'],
  ['Firemaking', 'M12 3c1 4 6 6 6 11a6 6 0 0 1-12 0c0-2 1-3 2-4 0 2 1 3 2 3 1-3-1-6 2-10z'],
  ['Crafting', 'M4 20 18 6M18 6a2 2 0 1 0 2-2c-1 0-2 1-2 2M6 10c6-6 8 10 13 6'],
  ['Smithing', 'M3 8h5V6h13c0 4-3 5-6 5v3l3 4H7l3-4v-3C6 11 3 10 3 8z'],
  ['Mining', 'M5 6c6-3 11 0 14 4 1 2 1 6 0 9M14 9 4 20'],
  ['Herblore', leaf],
  ['Agility', 'M16 3a1 1 0 1 0 .1 0M4 21l5-4 3-2M13 8l-2 6 4 2-1 5M13 8 8 9l-2 3M14 10l5 2'],
  ['Thieving', 'M2 9c4-2 7-1 10 1 3-2 6-3 10-1 0 5-2 8-5 8-2 0-4-2-5-4-1 2-3 4-5 4-3 0-5-3-5-8z'],
  ['Slayer', 'M5 11a7 7 0 0 1 14 0c0 3-1 4-2 5v4H7v-4c-1-1-2-2-2-5zM9 11h.1M15 11h.1M10 20v-2M14 20v-2'],
  ['Farming', 'M12 21v-9M12 12c0-4-3-6-8-6 0 4 3 6 8 6zM12 15c0-4 3-7 8-7 0 4-3 7-8 7M6 21h12'],
  ['Runecraft', rune],
  ['Hunter', paw],
  ['Construction', 'M3 11l9-7 9 7M6 9v11h12V9M10 20v-6h4v6'],
  ['Sailing', 'M3 16h18l-3 5H6zM11 16V3l8 10h-8M11 6l-6 7h6'],
]);

export const itemPaths = {
  weapon: sword,
  shield,
  ammunition: arrow,
  herb: leaf,
  rune,
  pet: paw,
  head: 'M5 20v-8a7 7 0 0 1 14 0v8h-4v-6H9v6zM12 5v5',
  body: 'M8 3 3 7l2 4 2-1v11h10V10l2 1 2-4-5-4c-1 3-7 3-8 0z',
  legs: 'M7 3h10l1 18h-4l-2-11-2 11H6z',
  boots: 'M7 3h6v10l7 3v4H7z',
  gloves: 'M8 21v-7l-4-4 2-2 3 3V4h2v6V3h2v7V4h2v7-4h2v8l-2 6z',
  cape: 'M8 3h8l4 17-4-2-4 2-4-2-4 2z',
  ring: 'M12 8a6 6 0 1 0 .1 0M9 3h6l-3 5z',
  amulet: 'M5 3c0 7 4 9 7 9s7-2 7-9M12 12l3 4-3 5-3-5z',
  potion: 'M9 3h6M10 3v5l-5 9c-1 2 0 4 2 4h10c2 0 3-2 2-4l-5-9V3M7 14h10',
  food: 'M14 4c4 0 6 3 6 6s-3 6-7 6h-2l-5 5-3-3 5-5c-1-5 2-9 6-9z',
  log: 'M7 8h11a4 4 0 0 1 0 8H7M7 8a4 4 0 1 0 .1 0M7 11a1 1 0 1 0 .1 0',
  ore: 'M4 17l4-8 6-2 6 6-1 6-9 1zM8 9l4 5 8-1M12 14l-2 6',
  bone: 'M6 10a2.5 2.5 0 1 1 0-4 2.5 2.5 0 1 1 4 0l8 8a2.5 2.5 0 1 1 0 4 2.5 2.5 0 1 1-4 0z',
  seed: 'M12 3c6 5 6 14 0 18-6-4-6-13 0-18zM12 9v8',
  key: 'M8 12a4 4 0 1 0 .1 0M11 13l9-9M17 7l3 3M14 10l2 2',
  coins:
    'M12 5c5 0 8 1 8 3s-3 3-8 3-8-1-8-3 3-3 8-3zM4 8v4c0 2 3 3 8 3s8-1 8-3V8M4 12v4c0 2 3 3 8 3s8-1 8-3v-4',
} as const;
