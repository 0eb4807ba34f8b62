import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../../projections/access/commands/command-event.ts';
import { executeCommands } from '../../../projections/access/commands/execute-command.ts';
import { shareCategory } from '../../../projections/access/commands/sharing/share-category.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { sharingOf } from '../../../projections/access/model/sharing.ts';
import type { Audience, Category } from '../../../shared/domain/category.ts';
import { namesOfMembers } from '../member-names.ts';
import { type OperationHub, type Requested, requestIdsOf } from '../operation-hub.ts';

interface SharingInput {
  readonly accountIds: readonly string[];
  readonly categories: readonly Category[];
  readonly audience: Audience;
  /** For the audience `selected`. */
  readonly memberIds: readonly string[];
}

/** Skips a category that already has this audience. @throws as `executeCommands` */
export async function shareCategories(hub: OperationHub, input: Requested<SharingInput>) {
  const { accountIds, categories, audience, memberIds, actor, requestId } = input;
  // A stale directory may hide a newer change of the audience. This change would then be skipped.
  const known = await readCurrent(hub);
  const asked = accountIds.flatMap((accountId) =>
    categories.map((category) => shareCategory(known, { accountId, category, audience, memberIds, actor })),
  );
  // The last appended change takes the id of the request.
  const ids = requestIdsOf(requestId, asked.length);
  const changes = asked
    .map((change, index) => withRequestId(change, ids[index]))
    .filter(({ data }) => !isShared(known, data))
    .map((change, index, { length }) => (index === length - 1 ? withRequestId(change, requestId) : change));
  const { directory } = changes.length === 0 ? { directory: known } : await executeCommands(hub, changes);
  return {
    accounts: [...accountIds],
    categories: [...categories],
    audience,
    with: namesOfMembers(directory, memberIds),
  };
}

function isShared({ accounts }: Directory, wanted: ReturnType<typeof shareCategory>['data']): boolean {
  const account = accounts.get(wanted.account_id);
  if (account === undefined) return false;
  const shared = sharingOf(account, wanted.category);
  if (shared.audience !== wanted.audience) return false;
  if (wanted.audience !== 'selected') return true;
  const members = new Set(shared.with);
  return members.size === wanted.with.length && wanted.with.every((id) => members.has(id));
}
