import { skills } from '../../shared/domain/skill.ts';
import { current, iso, type Sent } from './sent.ts';

interface Step {
  readonly at: number;
  readonly xp: number;
}

const bucketMs = { '5m': 300_000, '1h': 3_600_000, '1d': 86_400_000 };
export type Resolution = keyof typeof bucketMs;

/** Each rise of each skill and of their sum. Xp of a simulated player never falls for good. */
export function xpSteps(sent: readonly Sent[]): Map<string, Step[]> {
  const steps = new Map<string, Step[]>();
  const latest = (skill: string) => steps.get(skill)?.at(-1);
  for (const { at, report } of current(sent)) {
    let moved = 0;
    for (const [skill, { xp }] of Object.entries(report.player.stats?.skills ?? {})) {
      const known = latest(skill);
      if (known !== undefined && xp <= known.xp) continue;
      const step = { at: Math.max(at, known?.at ?? 0), xp };
      steps.set(skill, [...(steps.get(skill) ?? []), step]);
      moved = Math.max(moved, step.at);
    }
    if (moved === 0) continue;
    const sum = skills.reduce((total, skill) => total + (latest(skill)?.xp ?? 0), 0);
    const overall = { at: Math.max(moved, latest('Overall')?.at ?? 0), xp: sum };
    steps.set('Overall', [...(steps.get('Overall') ?? []), overall]);
  }
  return steps;
}

/** `/xp` of an account. */
export function expectedSeries(
  steps: ReadonlyMap<string, readonly Step[]>,
  names: readonly string[],
  resolution: Resolution,
  from: number,
  to: number,
): object {
  const series = names.map((skill) => ({
    skill,
    points: expectedPoints(steps.get(skill) ?? [], resolution, from, to),
  }));
  return { resolution, from: iso(from), to: iso(to), series };
}

/** The points of a skill: the value before [from, to), then the last value of each bucket in it. */
function expectedPoints(
  steps: readonly Step[],
  resolution: Resolution,
  from: number,
  to: number,
): [string, number][] {
  const ms = bucketMs[resolution];
  const first = Math.floor(from / ms) * ms;
  const end = Math.ceil(to / ms) * ms;
  const buckets = new Map<number, number>();
  for (const { at, xp } of steps) {
    const bucket = Math.floor(at / ms) * ms;
    if (bucket < first) buckets.set(first - ms, xp);
    else if (bucket < end) buckets.set(bucket, xp);
  }
  return [...buckets].toSorted(([left], [right]) => left - right).map(([bucket, xp]) => [iso(bucket), xp]);
}

/** `/gains` over (from, to], the sum first. */
export function expectedGains(
  steps: ReadonlyMap<string, readonly Step[]>,
  from: number,
  to: number,
): { skill: string; xp: number }[] {
  const gains = skills
    .filter((skill) => steps.has(skill))
    .map((skill) => ({ skill, xp: expectedGain(steps.get(skill) ?? [], from, to) }));
  return [{ skill: 'Overall', xp: gains.reduce((sum, { xp }) => sum + xp, 0) }, ...gains];
}

/** The gain in the 5-minute buckets that end in (from, to]. */
export function expectedGain(steps: readonly Step[], from: number, to: number): number {
  const xpAt = (moment: number) => {
    const ended = steps.filter(({ at }) => Math.floor(at / 300_000) * 300_000 + 300_000 <= moment);
    return (ended.at(-1) ?? steps[0])?.xp ?? 0;
  };
  return xpAt(to) - xpAt(from);
}
