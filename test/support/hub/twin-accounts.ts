import { expect } from 'vitest';
import type { TestHub } from './hub.ts';
import { sampleReport } from './sample-report.ts';

export interface TwinAccounts {
  /** The token of the member's device. */
  readonly token: string;
  /** The name of both accounts. */
  readonly name: string;
  /** The account with a hash. */
  readonly originalId: string;
  /** The account without a hash. */
  readonly twinId: string;
}

/** Reports a rename as two plugins do: Group Ironmen first, HA Exporter after it. */
export async function reportTwins(
  hub: TestHub,
  memberId: string,
  { name = 'Black Rail', accountHash = 'c' }: { readonly name?: string; readonly accountHash?: string } = {},
): Promise<TwinAccounts> {
  const token = await hub.pair(memberId);
  const report = (await sampleReport('ha-snapshot')) as { readonly player: object };
  const exported = async (named: string) => {
    const player = { ...report.player, name: named, accountHash: accountHash.repeat(56) };
    expect((await hub.report(token, { ...report, player, timestamp: Date.now() })).status).toBe(200);
    await hub.projected();
  };
  await exported(`Old ${name}`);
  const answer = await fetch(`${hub.url}/api/group/hub/update-group-member`, {
    method: 'POST',
    headers: { authorization: token },
    body: JSON.stringify({ name, coordinates: [3_100, 3_100, 0, 0] }),
  });
  expect(answer.status).toBe(200);
  await hub.projected();
  await exported(name);
  const accounts = [...hub.core.directory.current().accounts.values()].filter(
    (account) => account.name === name && account.ownerId === memberId,
  );
  const idOf = (hasHash: boolean) =>
    accounts.find(({ accountHash: hash }) => (hash !== null) === hasHash)?.id ?? '';
  return { token, name, originalId: idOf(true), twinId: idOf(false) };
}
