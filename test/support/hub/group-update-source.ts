import type { ReportSource } from './report-source.ts';

/** Xp of the 24 skills in the order of the plugin. */
const skillCount = 24;
const startXp = 1_000_000;
/** Most updates only move a player. Players take turns with skills, so that costs stay even. */
const skillsEvery = 8;

/** Updates of Group Ironmen Tracker of 200 to 400 bytes: another place and hit points each time. */
export function createGroupUpdateSource(count: number): ReportSource {
  const players = Array.from({ length: count }, (_, index) => ({ index, sent: 0 }));
  return {
    next: (player) => {
      const own = players[player];
      if (own === undefined) throw new RangeError('no such player');
      own.sent += 1;
      return Buffer.from(JSON.stringify(updateOf(own.index, own.sent)));
    },
  };
}

function updateOf(index: number, step: number) {
  const [x, y] = [2_700 + ((index * 137) % 700) + (step % 200), 3_100 + ((index * 59) % 400) + (step % 77)];
  return {
    name: `Bench ${index}`,
    stats: [1 + (step % 98), 99, 38, 70, 7_120, 100, 301 + (index % 200)],
    coordinates: [x, y, 0, 0],
    interacting: { name: 'Zulrah', scale: 30, ratio: step % 31, location: { x: x - 4, y: y - 1, plane: 0 } },
    ...((step + index) % skillsEvery === 0 && { skills: skillsOf(step) }),
  };
}

function skillsOf(step: number): number[] {
  return Array.from({ length: skillCount }, (_, skill) => startXp + skill + (skill === 3 ? step * 40 : 0));
}
