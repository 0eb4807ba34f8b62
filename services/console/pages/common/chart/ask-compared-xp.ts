import type { HubClient } from '../../../../../shared/client/open-client.ts';
import { type ComparedXp, untilEnd, type Xp } from './gained-points.ts';

interface Wanted {
  readonly ids: readonly string[];
  readonly skill: string;
  /** Epoch ms. */
  readonly from: number;
}

export interface ComparedGains {
  readonly account: { readonly id: string; readonly name: string };
  /** By skill. */
  readonly gains: ReadonlyMap<string, number>;
}

/**
 * Gains come from the hub, because points do not show the xp with which a young account started.
 */
export async function askComparedXp(
  client: HubClient,
  { ids, skill, from }: Wanted,
  signal: AbortSignal,
): Promise<readonly (ComparedXp & ComparedGains)[]> {
  const [{ data }, ...gains] = await Promise.all([
    client.get('/xp', { accounts: ids, skills: [skill], from }, signal),
    ...ids.map((id) => client.get('/accounts/{id}/gains', { id, from }, signal)),
  ]);
  return data.accounts.map((each) => {
    const ofAccount = gains[ids.indexOf(each.account.id)]?.data.gains ?? [];
    const bySkill = new Map(ofAccount.map(({ skill: name, xp }) => [name, xp]));
    return { ...xpPoints(each), gains: bySkill, gain: bySkill.get(skill) ?? 0 };
  });
}

/** The points of the only skill of the request. @param end of the range, epoch ms */
export function xpPoints(
  { account, resolution, series }: Xp,
  end = Number.MAX_SAFE_INTEGER,
): Omit<ComparedXp, 'gain'> {
  const points = (series[0]?.points ?? []).map(([at, xp]) => [Date.parse(at), xp] as const);
  return { account, resolution, points: untilEnd(points, end) };
}
