import { reportIdentity } from '../../projections/access/commands/accounts/report-identity.ts';
import { appendAndWait } from '../../projections/access/commands/append-and-wait.ts';
import type { EnrolmentHub } from '../../services/demo/enrolment.ts';
import { newEvent } from '../../shared/events/event.ts';
import { accountDescribed } from '../../shared/events/types/account-described.ts';

/** The account of the member with this number, for benches that write its past themselves. */
export function accountOf(member: number): string {
  return `bench${String(member).padStart(7, '0')}`;
}

/** An account for each member, as its first report would have brought it. */
export async function introduceAccounts(hub: EnrolmentHub, memberIds: readonly string[]): Promise<void> {
  const directory = hub.directory.current();
  const introductions = memberIds.flatMap((memberId, index) => {
    const accountId = accountOf(index);
    const identity = { source: 'ha_hash', externalId: accountId } as const;
    const name = `Bench ${index}`;
    return [
      reportIdentity(directory, { identity, accountId, memberId, name, plugin: 'ha', actor: 'hub' }),
      newEvent(
        accountDescribed,
        { subject: accountId, source: 'ha' },
        { account_id: accountId, name, type: 0 },
      ),
    ];
  });
  await appendAndWait(hub, introductions, { withinMs: 20_000 });
}
