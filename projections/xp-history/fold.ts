import { appendToChain, type Chain } from '../../shared/collections/chain.ts';
import { overall } from '../../shared/domain/skill.ts';
import { endAfterCorrection, endAfterReport, type SeriesEnd } from '../../shared/domain/xp-series.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { xpCorrected } from '../../shared/events/types/xp-corrected.ts';
import type { xpReported } from '../../shared/events/types/xp-reported.ts';
import { bucketOf, type Tier, tiers } from './tier.ts';

type Reported = RecordedEventOf<typeof xpReported>;
type Corrected = RecordedEventOf<typeof xpCorrected>;

export type XpHistoryEvent = Reported | Corrected;

/** The end of a skill's series. Times are epoch ms. */
export interface SkillXp extends SeriesEnd {
  readonly skill: string;
  /**
   * The first xp ever reported for the skill. Gains take it as the xp at all earlier times
   * (rules/xp.md#gains).
   */
  readonly first_xp: number;
  /** The xp of the last lower report that waits, and its record time. Null with `lower_since`. */
  readonly lower_xp: number | null;
  readonly lower_at: number | null;
}

export interface TakenXp {
  readonly skill: string;
  readonly xp: number;
  readonly at: number;
  /** The previous value; null for the first value. */
  readonly before: Pick<SkillXp, 'xp' | 'at'> | null;
}

export interface Sample {
  readonly skill: string;
  readonly bucket: number;
  /** `xp` is at the end of the bucket, `before` at its start. */
  readonly xp: number;
  readonly before: number | null;
  /** Whether it is the skill's first sample on that UTC day. */
  readonly opensDay: boolean;
  /** Whether no earlier batch has added to the bucket. */
  readonly isNew: boolean;
}

/** Gains add `fall` back, so that a confirmed correction makes no gain negative. */
export interface Correction {
  readonly skill: string;
  readonly bucket: number;
  readonly fall: number;
}

/** `skills` has the reported skills and Overall. `taken` and `corrections` are in log order. */
export interface XpState {
  readonly skills: ReadonlyMap<string, SkillXp>;
  readonly taken: Chain<TakenXp>;
  readonly corrections: Chain<Correction>;
}
export const initialXp: XpState = { skills: new Map(), taken: null, corrections: null };

const [fine, , daily] = tiers;

const noneLower = { lower_since: null, lower_xp: null, lower_at: null } as const;

/** Lower xp waits for confirmation (rules/xp.md#falling-xp). */
export function evolveXp(state: XpState, event: XpHistoryEvent): XpState {
  const skills = new Map(state.skills);
  const taken: TakenXp[] = [];
  const corrections: Correction[] = [];
  let moved = 0;
  let waiting = false;
  for (const [skill, xp] of Object.entries(event.data.skills)) {
    const known = skills.get(skill);
    const next = event.type === 'xp-corrected' ? correct(known, xp, event) : report(known, skill, xp, event);
    if (next === undefined) continue;
    skills.set(skill, next);
    waiting ||= known?.lower_at !== next.lower_at;
    if (known?.xp === next.xp) continue;
    taken.push({ skill, xp: next.xp, at: next.at, before: known ?? null });
    moved += next.xp - (known?.xp ?? 0);
    if (known !== undefined && next.xp < known.xp) {
      corrections.push({ skill, bucket: bucketOf(fine, next.at), fall: known.xp - next.xp });
    }
  }
  if (taken.length === 0) return waiting ? { ...state, skills } : state;
  const before = skills.get(overall);
  const sum = sumOf(before, moved, taken);
  return {
    skills: skills.set(overall, sum),
    taken: appendToChain(state.taken, ...taken, {
      skill: overall,
      xp: sum.xp,
      at: sum.at,
      before: before ?? null,
    }),
    corrections: appendToChain(state.corrections, ...corrections),
  };
}

/** One sample for each skill and bucket. See `Sample`. */
export function samplesOf(taken: readonly TakenXp[], tier: Tier): Sample[] {
  const samples: Sample[] = [];
  const newest = new Map<string, { -readonly [Field in keyof Sample]: Sample[Field] }>();
  for (const { skill, xp, at, before } of taken) {
    const known = newest.get(skill);
    if (known !== undefined && at < known.bucket + tier.bucketMs) {
      known.xp = xp;
      continue;
    }
    const bucket = bucketOf(tier, at);
    const isNew = before === null || bucketOf(tier, before.at) < bucket;
    const opensDay = before === null || bucketOf(daily, before.at) < bucketOf(daily, at);
    const sample = { skill, bucket, xp, before: before?.xp ?? null, opensDay, isNew };
    newest.set(skill, sample);
    samples.push(sample);
  }
  return samples;
}

/** Takes lower xp only if lower reports wait. */
function correct(known: SkillXp | undefined, xp: number, { recordTime }: Corrected): SkillXp | undefined {
  const end = known === undefined ? null : endAfterCorrection(known, xp, recordTime);
  return known === undefined || end === null ? known : { ...known, ...noneLower, ...end };
}

function report(known: SkillXp | undefined, skill: string, xp: number, event: Reported): SkillXp {
  const { at } = event.data;
  if (known === undefined) return { skill, xp, at, first_xp: xp, ...noneLower };
  const { recordTime } = event;
  const end = endAfterReport(known, { xp, at, recordTime });
  const lower = end.lower_since === null ? noneLower : { lower_xp: xp, lower_at: recordTime };
  return { ...known, ...lower, ...end };
}

/** Adds the changes of the reported skills, so that the other skills are not needed. */
function sumOf(known: SkillXp | undefined, moved: number, taken: readonly TakenXp[]): SkillXp {
  const xp = (known?.xp ?? 0) + moved;
  const at = Math.max(known?.at ?? 0, ...taken.map((skill) => skill.at));
  return { skill: overall, xp, at, first_xp: known?.first_xp ?? xp, ...noneLower };
}
