import { readFileSync } from 'node:fs';

/** `ha-snapshot.json` with another position, hp and one skill's xp each time. */
export interface ReportSource {
  next(player: number): Buffer;
}

const sample = JSON.parse(
  readFileSync(new URL('../../fixtures/reports/ha-snapshot.json', import.meta.url), 'utf8'),
);
const skillNames = Object.keys(sample.player.stats.skills);

export function createReportSource(count: number): ReportSource {
  const players = Array.from({ length: count }, (_, index) => {
    const report = structuredClone(sample);
    report.player.name = `Bench ${index}`;
    report.player.accountHash = index.toString(16).padStart(56, '0');
    return { report, home: homeOf(index), sent: 0 };
  });

  return {
    next: (player) => {
      const own = players[player];
      if (own === undefined) throw new RangeError('no such player');
      own.sent += 1;
      change(own.report, own.home, own.sent);
      return Buffer.from(JSON.stringify(own.report));
    },
  };
}

/** On one spot, the players would be one marker of a map. */
function homeOf(index: number): { readonly x: number; readonly y: number } {
  return { x: 2_700 + ((index * 137) % 700), y: 3_100 + ((index * 59) % 400) };
}

function change(report: typeof sample, home: { readonly x: number; readonly y: number }, step: number): void {
  const now = Date.now();
  const { player } = report;
  const before = { ...player.location, timestamp: now - 600 };
  player.location = { ...player.location, x: home.x + (step % 200), y: home.y + (step % 77) };
  player.locationTrail = [before, { ...player.location, timestamp: now }];
  player.health = { ...player.health, current: 1 + (step % 98) };
  const skill = player.stats.skills[skillNames[step % skillNames.length] ?? ''];
  skill.xp += 40;
  report.timestamp = now;
}
