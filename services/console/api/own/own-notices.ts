import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { readableBy } from '../../../../projections/access/visibility/visibility.ts';
import { findNotices, type ShownEntry } from '../../../operations/audit/find-audit-entries.ts';
import type { ConsoleServices } from '../console-services.ts';
import { listOwnAccounts, listOwnDevices, listReportedAccounts } from './own-resources.ts';

/** For each action. The newest notices are listed. */
const noticesMax = 20;
const ownActions = ['sign-in-link-made', 'payload-shown', 'parked-record-shown', 'member-changed'] as const;
/** A former owner still reports the account or is blocked on it. */
const reporterActions = ['account-transferred'] as const;
/** A changed chat id lets another person sign in as the member. */
const memberField = 'chat_id';

/** Actions of others that concern a member, newest first (operations.md, The audit log). */
export async function listOwnNotices(
  { operations, retention, clock }: ConsoleServices,
  directory: Directory,
  memberId: string,
): Promise<ShownEntry['document'][]> {
  const own = [
    memberId,
    ...listOwnAccounts(directory, memberId).map(({ id }) => id),
    ...listOwnDevices(directory, memberId).map(({ id }) => id),
  ];
  const reported = listReportedAccounts(directory, memberId).map(({ id }) => id);
  const notices = await findNotices(operations, directory, {
    from: clock() - retention.auditLogMs,
    wanted: [
      { actions: ownActions, about: own },
      { actions: reporterActions, about: reported },
    ],
    memberField,
    exceptActor: `member:${memberId}`,
    limitPerAction: noticesMax,
  });
  return notices.map(({ document }) => withoutHiddenName(directory, memberId, document));
}

/** Removes the name of an account that the member cannot read. */
function withoutHiddenName(directory: Directory, memberId: string, document: ShownEntry['document']) {
  const account = directory.accounts.get(document.subject ?? '');
  const isHidden = account !== undefined && readableBy(directory, memberId, account) === 0;
  return isHidden ? { ...document, subject_name: null } : document;
}
