import type { HubClient } from '../../../../../shared/client/open-client.ts';
import type { ComparedXp } from './gained-points.ts';

interface Wanted {
  readonly ids: readonly string[];
  readonly skill: string;
  /** Epoch ms. */
  readonly from: number;
  /** Epoch ms; default now. */
  readonly to?: number;
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
  { ids, skill, ...range }: Wanted,
  signal: AbortSignal,
): Promise<readonly (ComparedXp & ComparedGains)[]> {
  const [{ data }, ...gains] = await Promise.all([
    client.get('/xp', { accounts: ids, skills: [skill], ...range }, signal),
    ...ids.map((id) => client.get('/accounts/{id}/gains', { id, ...range }, signal)),
  ]);
  return data.accounts.map(({ account, resolution, series }) => {
    const points = series[0]?.points ?? [];
    const ofAccount = gains[ids.indexOf(account.id)]?.data.gains ?? [];
    const bySkill = new Map(ofAccount.map((each) => [each.skill, each.xp]));
    const gain = bySkill.get(skill) ?? 0;
    return {
      account,
      resolution,
      gain,
      gains: bySkill,
      points: points.map(([at, xp]) => [Date.parse(at), xp] as const),
    };
  });
}
