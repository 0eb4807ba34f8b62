/**
 * The tasks of diaries: the place of the area's first variable in the plugin's list, and the bits
 * of each tier. Bit 32 is the first of the next variable; `22/41` is a task with two bits.
 * The sources are in plugin-protocols.md 3.
 */
const bits: Readonly<Record<string, readonly [first: number, ...tiers: string[]]>> = {
  Ardougne: [0, '0-2 4-7 9 11-12', '13-21 23-25', '26-37', '38-45'],
  Desert: [2, '1-11', '12-21 22/41 23', '24-33', '34 36-40'],
  Falador: [4, '0-10', '11-18 20-25', '26-36', '37-42'],
  Fremennik: [6, '1-10', '11-15 17-20', '21 23-30', '31-36'],
  Kandarin: [8, '1-11', '12-25', '26-36', '37-43'],
  Karamja: [10, '', '', '', '1-5'],
  'Kourend & Kebos': [11, '1-12', '13-25', '26-35', '36-43'],
  'Lumbridge & Draynor': [13, '1-12', '13-24', '25-35', '36-41'],
  Morytania: [15, '1-11', '12-22', '23-30 33-34', '35-40'],
  Varrock: [17, '1-14', '15-16 18-28', '29-38', '39-43'],
  'Western Provinces': [19, '1-11', '12-24', '25-37', '38-41 44-46'],
  Wilderness: [21, '1-12', '13-16 18-24', '25-34', '35 37 39-43'],
};

/** Karamja has a variable for each task of its first tiers, at these places of the list. */
const karamjaPlaces = ['23-32', '33-51', '52-61'];
const karamjaCounters: ReadonlySet<number> = new Set([23, 30, 59]);
export const diaryVariables = 62;

export const diaryTierNames = ['easy', 'medium', 'hard', 'elite'] as const;

export interface DiaryArea {
  readonly area: string;
  readonly tiers: readonly {
    readonly tier: (typeof diaryTierNames)[number];
    readonly completed: number;
    readonly total: number;
  }[];
}

/** The finished tasks by area. Null for a list of another length, whose places are unknown. */
export function diaryAreasOf(variables: readonly number[]): DiaryArea[] | null {
  if (variables.length !== diaryVariables) return null;
  const isSet = (first: number, bit: number) =>
    (((variables[first + (bit >> 5)] ?? 0) >>> (bit & 31)) & 1) === 1;
  return Object.entries(bits).map(([area, [first, ...tiers]]) => ({
    area,
    tiers: diaryTierNames.map((tier, index) => {
      const ofKaramja = area === 'Karamja' ? karamjaPlaces[index] : undefined;
      const tasks = tasksOf(ofKaramja ?? tiers[index] ?? '');
      const isDone = (task: readonly number[]) =>
        ofKaramja === undefined
          ? task.some((bit) => isSet(first, bit))
          : task.some((place) => variables[place] === valueWhenDone(place));
      return { tier, completed: tasks.filter(isDone).length, total: tasks.length };
    }),
  }));
}

/** @param place from 23 on, of a task of Karamja */
export function valueWhenDone(place: number): number {
  return karamjaCounters.has(place) ? 5 : 1;
}

function tasksOf(ranges: string): (readonly number[])[] {
  return ranges.split(' ').flatMap((range): (readonly number[])[] => {
    if (range.includes('/')) return [range.split('/').map(Number)];
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => [from + index]);
  });
}
