import type { GenerationStatus, JobData } from '../../admin-answers.ts';

export interface ProjectionGenerations {
  readonly name: string;
  /** Null before the first start. */
  readonly live: GenerationStatus | null;
  /** A newer generation that a rebuild builds or has built. */
  readonly next: GenerationStatus | null;
  /** Kept current for a rollback, unless an update created the live generation. */
  readonly before: GenerationStatus | null;
  /** Generations that nothing reads. The hub drops them by itself. */
  readonly surplus: readonly GenerationStatus[];
}

/** Retired generations have no tables, so they are left out. */
export function groupGenerations(generations: readonly GenerationStatus[]): ProjectionGenerations[] {
  const kept = generations.filter(({ state }) => state !== 'retired');
  return [...Map.groupBy(kept, ({ name }) => name)].map(([name, of]) => {
    const live = of.find(({ role }) => role === 'live') ?? null;
    const served = live?.generation ?? 0;
    return {
      name,
      live,
      // After a rollback, the previous generation is the newer one.
      next: of.findLast(({ generation, role }) => generation > served && role !== 'surplus') ?? null,
      before: of.findLast(({ generation, role }) => generation < served && role === 'previous') ?? null,
      surplus: of.filter(({ role }) => role === 'surplus'),
    };
  });
}

export function hasRunningJob(jobs: readonly JobData[]): boolean {
  return workOn(jobs).length > 0;
}

/** Work on all projections counts for each projection. */
export function hasRunningJobOf(jobs: readonly JobData[], name: string): boolean {
  return workOn(jobs).some(({ subject }) => subject === name || subject === null);
}

function workOn(jobs: readonly JobData[]): JobData[] {
  return jobs.filter(({ state, kind }) => state === 'running' && (kind === 'rebuild' || kind === 'verify'));
}

/** Positions at one time, epoch ms. */
export interface PositionSample {
  readonly at: number;
  readonly positions: ReadonlyMap<string, number>;
}

export function samplePositions(generations: readonly GenerationStatus[], at: number): PositionSample {
  return { at, positions: new Map(generations.map((each) => [keyOf(each), each.position])) };
}

/** Null before the second answer. */
export function eventsPerSecond(
  projection: GenerationStatus,
  earlier: PositionSample | null,
  later: PositionSample,
): number | null {
  const before = earlier?.positions.get(keyOf(projection));
  if (earlier === null || before === undefined || later.at <= earlier.at) return null;
  return Math.max(
    0,
    ((later.positions.get(keyOf(projection)) ?? before) - before) / ((later.at - earlier.at) / 1_000),
  );
}

function keyOf({ name, generation }: GenerationStatus): string {
  return `${name} ${generation}`;
}

export const lateAfterS = 10;
