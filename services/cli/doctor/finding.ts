import { dayMs, hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import type { ExaminedHub } from './examined-hub.ts';

/** The result of a check of `hub doctor` (operations.md, What `--json` prints). */
export interface Finding {
  readonly ok: boolean;
  readonly detail: string;
  /** The repair, in words or as a command; null without a problem. */
  readonly fix: string | null;
}

export interface Fault {
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

export interface Check {
  readonly name: string;
  /** @throws when the check cannot run, which is also a finding */
  run(hub: ExaminedHub): Promise<Finding>;
}

/** The facts that a check reads. */
export type FactsOf<Read extends (hub: ExaminedHub) => Promise<unknown>> = Awaited<ReturnType<Read>>;

/** @param read throws when the check cannot run */
export function defineCheck<Read>(
  name: string,
  read: (hub: ExaminedHub) => Promise<Read>,
  judge: (facts: Read) => Finding,
): Check {
  return { name, run: async (hub) => judge(await read(hub)) };
}

/** A finding names at most this many faults, and counts the rest. */
const namedMax = 5;

/** @param sound the detail when there are no faults */
export function findingOf(faults: readonly Fault[], sound: string): Finding {
  if (faults.length === 0) return { ok: true, detail: sound, fix: null };
  const named = faults.slice(0, namedMax);
  const whys = [...new Set(named.map(({ why }) => why))];
  const more = faults.length > named.length ? ` and ${faults.length - named.length} more` : '';
  return {
    ok: false,
    detail: `${named.map(({ what }) => what).join('; ')}${more}: ${whys.join('; ')}`,
    fix: [...new Set(named.map(({ fix }) => fix))].join('; '),
  };
}

/** A time span for people, in the largest unit that fits twice: `3 days`, `45 minutes`. */
export function spanOf(ms: number): string {
  const [size, unit] = units.find(([each]) => Math.abs(ms) >= 2 * each) ?? ([1_000, 'seconds'] as const);
  return `${Math.round(ms / size)} ${unit}`;
}

const units = [
  [dayMs, 'days'],
  [hourMs, 'hours'],
  [minuteMs, 'minutes'],
] as const;

/** Bytes for people, in decimal units like disks: `12.5 GB`. */
export function sizeOf(bytes: number): string {
  const [size, unit] = sizes.find(([each]) => bytes >= each) ?? ([1_000, 'kB'] as const);
  return `${(bytes / size).toFixed(1)} ${unit}`;
}

const sizes = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
] as const;
