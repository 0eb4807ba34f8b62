import { appendAndWait, type Membership } from '../../services/demo/enrolment.ts';
import { accountDescribed } from '../../shared/events/account-described.ts';
import { newEvent } from '../../shared/events/event.ts';
import { identitySeen } from '../../shared/events/identity-seen.ts';

/** The account of the member with this number, for benches that write its past themselves. */
export function accountOf(member: number): string {
  return `bench${String(member).padStart(7, '0')}`;
}

/** An account for each member, as its first report would have brought it. */
export async function introduceAccounts(hub: Membership, memberIds: readonly string[]): Promise<void> {
  const introductions = memberIds.flatMap((memberId, index) => {
    const account_id = accountOf(index);
    const about = { subject: account_id, source: 'ha' } as const;
    const name = `Bench ${index}`;
    const seen = {
      account_id,
      source: 'ha_hash',
      external_id: account_id,
      name,
      member_id: memberId,
    } as const;
    return [
      newEvent(identitySeen, about, seen),
      newEvent(accountDescribed, about, { account_id, name, type: 0 }),
    ];
  });
  await appendAndWait(hub, introductions);
}
