import { compareSkills, skills } from '../../shared/domain/skill.ts';
import { expectedGain, xpSteps } from './expected-xp.ts';
import type { Sent } from './sent.ts';

interface Account {
  readonly id: string;
  readonly name: string;
}

/** `/leaderboards/gains` since `from`. */
export function expectedGainers(
  accounts: readonly (readonly [Account, readonly Sent[]])[],
  from: number,
): { skill: string; entries: object[] }[] {
  const gains = accounts.map(([account, sent]) => {
    const steps = xpSteps(sent);
    const bySkill = new Map(
      skills.map((skill) => [
        skill as string,
        expectedGain(steps.get(skill) ?? [], from, Number.POSITIVE_INFINITY),
      ]),
    );
    bySkill.set(
      'Overall',
      [...bySkill.values()].reduce((sum, gain) => sum + gain, 0),
    );
    return { account, bySkill };
  });
  return ['Overall', ...[...skills].toSorted(compareSkills)]
    .map((skill) => ({
      skill,
      entries: gains
        .map(({ account, bySkill }) => ({ account, gain: bySkill.get(skill) ?? 0 }))
        .filter(({ gain }) => gain > 0)
        .toSorted((left, right) => right.gain - left.gain || (left.account.id < right.account.id ? -1 : 1))
        .slice(0, 10)
        .map((entry, index) => ({ rank: index + 1, ...entry })),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/**
 * Accounts and values of `/leaderboards/loot`; a later drop comes before an earlier drop of equal
 * value.
 */
export function expectedLoot(
  accounts: readonly (readonly [Account, readonly Sent[]])[],
  from: number,
  limit: number,
): [string, number][] {
  const drops = new Map<string, { account: string; value: number; received: number; place: number }>();
  for (const [{ id }, sent] of accounts) {
    for (const [place, { report, received, own }] of sent.entries()) {
      for (const { type, data, eventId } of report.events) {
        const value = (data as { totalValue?: unknown } | null)?.totalValue;
        if (!own || (type !== 'loot' && type !== 'pkLoot') || typeof value !== 'number') continue;
        if (received >= from && !drops.has(eventId))
          drops.set(eventId, { account: id, value, received, place });
      }
    }
  }
  return [...drops.values()]
    .toSorted(
      (left, right) => right.value - left.value || right.received - left.received || right.place - left.place,
    )
    .slice(0, limit)
    .map(({ account, value }) => [account, value]);
}
