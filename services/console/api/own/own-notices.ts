import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { readableBy } from '../../../../projections/access/visibility/visibility.ts';
import { findNotices, type ShownEntry } from '../../../operations/audit/audit-entries.ts';
import type { ConsoleServices } from '../console-services.ts';
import { listOwnAccounts, listOwnDevices, listReportedAccounts } from './own-resources.ts';

/** How many notices of each kind are answered, the newest. */
const noticesMax = 20;
/** What others did with a member's link, chat id, payloads or parked records: the member is told of it. */
const ownActions = ['sign-in-link-made', 'payload-shown', 'parked-record-shown', 'member-changed'] as const;
/** Who owned an account before contributes to it or is blocked on it, and so finds its transfer. */
const reporterActions = ['account-transferred'] as const;
/** Whoever has it at Discord signs in as the member. Nobody gets in by a new name or time zone. */
const memberField = 'chat_id';

/** What a member is told that others did about them, newest first (operations.md, The audit log). */
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
    from: clock() - retention.AUDIT_LOG_RETENTION_DAYS,
    wanted: [
      { actions: ownActions, about: own },
      { actions: reporterActions, about: reported },
    ],
    memberField,
    exceptBy: `member:${memberId}`,
    limit: noticesMax,
  });
  return notices.map(({ document }) => withoutHiddenName(directory, memberId, document));
}

/** Reporting an account gives no right to know what it is called by now. */
function withoutHiddenName(directory: Directory, memberId: string, document: ShownEntry['document']) {
  const account = directory.accounts.get(document.subject ?? '');
  const isHidden = account !== undefined && readableBy(directory, memberId, account) === 0;
  return isHidden ? { ...document, subject_name: null } : document;
}
