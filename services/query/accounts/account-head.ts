import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { accountTypeLabel } from '../../../shared/domain/account-type.ts';
import { discordIdOf } from '../../../shared/domain/member.ts';
import { accountRef } from '../schemas/account-ref.ts';

/** Only service keys get the hash (read-api.md 5.5). */
export function accountHead(visible: VisibleAccount, kind: 'user' | 'service') {
  const { account, owner } = visible;
  return {
    ...accountRef(visible),
    ...(kind === 'service' && { account_hash: account.accountHash }),
    type: account.type,
    type_label: accountTypeLabel(account.type),
    owner: owner && { ...owner, discord_id: discordIdOf(owner.chat_id) },
  };
}
