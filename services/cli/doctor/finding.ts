import { dayMs, hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import type { ExaminedHub } from './examined-hub.ts';

/** What `hub doctor` says of one thing (operations.md, What `--json` prints). */
export interface Finding {
  readonly ok: boolean;
  /** What was found and, where something is wrong, why it matters. */
  readonly detail: string;
  /** The command or the setting that mends it; null where nothing is wrong. */
  readonly fix: string | null;
}

/** Something that is wrong. */
export interface Fault {
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** One thing that is looked at. What it measures goes to a pure function that judges it. */
export interface Check {
  readonly name: string;
  /** @throws where it cannot be made, which is a finding, too */
  look(hub: ExaminedHub): Promise<Finding>;
}

/** Faults of one kind that are named; the others are counted. */
const namedMax = 5;

/** The finding of these faults, or `sound` where there are none. */
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

/** A span of time for people, in the largest unit of which it has two: `3 days`, `45 minutes`. */
export function spanOf(ms: number): string {
  const [size, unit] = units.find(([each]) => Math.abs(ms) >= 2 * each) ?? ([1_000, 'seconds'] as const);
  return `${Math.round(ms / size)} ${unit}`;
}

const units = [
  [dayMs, 'days'],
  [hourMs, 'hours'],
  [minuteMs, 'minutes'],
] as const;

/** Bytes for people, as disks are sold: `12.5 GB`. */
export function sizeOf(bytes: number): string {
  const [size, unit] = sizes.find(([each]) => bytes >= each) ?? ([1_000, 'kB'] as const);
  return `${(bytes / size).toFixed(1)} ${unit}`;
}

const sizes = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
] as const;
