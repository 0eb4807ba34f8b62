import fc from 'fast-check';
import { expect, test } from 'vitest';
import { campaign } from '../../../../test/support/campaign.ts';
import { patient } from '../../../../test/support/runner/patience.ts';
import type { Directory } from '../../directory/directory.ts';
import { canReadByAudience, sharingOf } from '../../model/sharing.ts';
import { randomChanges } from '../../testing/random-changes.ts';
import { restored } from '../../testing/restored.ts';
import { resolveVisibility } from '../../visibility/visibility.ts';

const { runs, seed, label } = campaign(2_000);

test(`after a restore nobody has a right that they had lost before (${label})`, {
  timeout: patient(180_000 + runs * 100),
}, () => {
  const property = fc.property(randomChanges, fc.nat(40), (history, backedUp) => {
    const { lost, now, left } = restored(history, backedUp);
    expect(left).toEqual([]);
    expect(gained(lost, now)).toEqual([]);
  });
  fc.assert(property, { numRuns: runs, seed });
});

function gained(lost: Directory, now: Directory): string[] {
  const back = [...lost.erased].filter((subject) => !now.erased.has(subject));
  return [...back, ...gainedByKeys(lost, now), ...gainedByMembers(lost, now), ...gainedBanks(lost, now)];
}

/** No key reads banks, so their sharing is compared by itself. */
function gainedBanks(lost: Directory, now: Directory): string[] {
  const readers = [...now.members.values()].filter(({ active }) => active).map(({ id: member }) => member);
  return [...now.accounts.values()].flatMap((account) => {
    const before = lost.accounts.get(account.id);
    const [known, is] = [before && sharingOf(before, 'bank'), sharingOf(account, 'bank')];
    const could = (reader: string) =>
      known !== undefined && canReadByAudience(known.audience, known.with.includes(reader));
    return ['service', ...readers]
      .filter((reader) => canReadByAudience(is.audience, is.with.includes(reader)) && !could(reader))
      .map((reader) => `bank of ${account.id} to ${reader}`);
  });
}

function gainedByKeys(lost: Directory, now: Directory): string[] {
  const before = new Map([...lost.keysByPrefix.values()].map((key) => [key.id, key]));
  return [...now.keysByPrefix.values()].flatMap((key) => {
    if (key.revoked) return [];
    const known = before.get(key.id);
    if (known === undefined || known.revoked) return [`key ${key.id}`];
    const expires =
      (known.expiresAt ?? Number.POSITIVE_INFINITY) < (key.expiresAt ?? Number.POSITIVE_INFINITY);
    const { visible } = resolveVisibility(lost, known);
    const more = [...resolveVisibility(now, key).visible].filter(
      ([account, { readable }]) => (readable & ~(visible.get(account)?.readable ?? 0)) !== 0,
    );
    return [
      ...(expires ? [`time of key ${key.id}`] : []),
      ...more.map(([account]) => `${account} by ${key.id}`),
    ];
  });
}

function gainedByMembers(lost: Directory, now: Directory): string[] {
  const members = [...now.members.values()].filter(({ active }) => active);
  const devices = new Map([...lost.devicesByTokenHash.values()].map((device) => [device.id, device]));
  return [
    ...members.filter(({ id: member }) => lost.members.get(member)?.active !== true).map((each) => each.id),
    ...members
      .filter(({ id: member, chatId }) => chatId !== null && lost.members.get(member)?.chatId !== chatId)
      .map(({ id: member }) => `chat id of ${member}`),
    ...[...now.admins].filter((member) => !lost.admins.has(member)).map((member) => `admin ${member}`),
    ...[...now.devicesByTokenHash.values()]
      .filter(({ id: device, revoked }) => !revoked && devices.get(device)?.revoked !== false)
      .map(({ id: device }) => `device ${device}`),
    ...[...now.accounts.values()].flatMap(({ id: account, ownerId, blockedIds }) => {
      const known = lost.accounts.get(account);
      const owns = ownerId !== null && known?.ownerId !== ownerId;
      const blocked = known?.blockedIds.filter((member) => now.members.has(member)) ?? [];
      const unblocked = blocked.filter((member) => !blockedIds.includes(member));
      return [
        ...(owns ? [`owner of ${account}`] : []),
        ...unblocked.map((member) => `${member} at ${account}`),
      ];
    }),
  ];
}
