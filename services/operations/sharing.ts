import { decideEarly } from '../../projections/access/commands/append-and-wait.ts';
import { carryOutAll } from '../../projections/access/commands/carry-out.ts';
import { asRequested } from '../../projections/access/commands/command-event.ts';
import { sharingChange } from '../../projections/access/commands/sharing-change.ts';
import type { Audience, Category } from '../../shared/domain/category.ts';
import { namesOf } from './names.ts';
import { type OperationHub, type Requested, requestIdsOf } from './operation-hub.ts';

interface SharingWish {
  readonly accountIds: readonly string[];
  readonly categories: readonly Category[];
  readonly audience: Audience;
  /** Those of the audience `selected`. */
  readonly memberIds: readonly string[];
}

/** Shares categories of accounts with an audience: each account's each category in turn. @throws as `carryOutAll` */
export async function shareAccounts(hub: OperationHub, wish: Requested<SharingWish>) {
  const { accountIds, categories, audience, memberIds, actor, requestId } = wish;
  const changes = await decideEarly(hub, (known) =>
    accountIds.flatMap((accountId) =>
      categories.map((category) => sharingChange(known, { accountId, category, audience, memberIds, actor })),
    ),
  );
  const ids = requestId === undefined ? [] : requestIdsOf(requestId, changes.length);
  const { directory } = await carryOutAll(
    hub,
    changes.map((change, index) => asRequested(change, ids[index])),
  );
  return {
    accounts: [...accountIds],
    categories: [...categories],
    audience,
    with: namesOf(directory, memberIds),
  };
}
