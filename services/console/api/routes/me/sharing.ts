import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { resolveVisibility } from '../../../../../projections/access/visibility/visibility.ts';
import { Audience, categories, categoriesOf, maskOf } from '../../../../../shared/domain/category.ts';
import { shareCategories } from '../../../../operations/accounts/share-categories.ts';
import { defineCommand } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { listOwnAccounts, requireOwnAccounts } from '../../own/own-resources.ts';
import { accountIdsField, categoriesField, memberIdField } from '../../requests/fields.ts';

/** A member may select the whole guild. */
const membersMax = 1_000;
/** Each change stores its names for ever. */
const namesMax = 20_000;

const Sharing = z
  .strictObject({
    account_ids: accountIdsField,
    categories: categoriesField,
    audience: Audience,
    member_ids: z.array(memberIdField).max(membersMax).default([]),
  })
  .refine(({ audience, member_ids }) => (audience === 'selected') === member_ids.length > 0, {
    path: ['member_ids'],
    message: "name members for the audience 'selected', and for no other audience",
  })
  .refine(
    ({ account_ids, categories: named, member_ids }) =>
      account_ids.length * named.length * member_ids.length <= namesMax,
    {
      path: ['member_ids'],
      message:
        'accounts times categories times members must be at most 20,000: share with the whole guild, or share fewer accounts at a time',
    },
  );

const shareRoute = defineCommand({
  path: 'me/sharing',
  access: 'member',
  body: Sharing,
  executeCommand: async ({ caller: { memberId }, actor, requestId, body }, { operations }) => {
    requireOwnAccounts(await readCurrent(operations), memberId, body.account_ids);
    return shareCategories(operations, {
      accountIds: body.account_ids,
      categories: body.categories,
      audience: body.audience,
      memberIds: body.member_ids,
      actor,
      requestId,
    });
  },
});

/**
 * Lists also accounts of which the guild sees nothing. Selected members may see more than the
 * preview shows.
 */
export const previewRoute = defineConsoleRoute({
  method: 'GET',
  path: 'me/preview',
  access: 'member',
  handle: async ({ caller: { memberId } }, { operations }) => {
    const directory = await readCurrent(operations);
    const anyMember = {
      kind: 'service',
      memberId: null,
      categories: maskOf(categories),
      accountIds: null,
    } as const;
    const { visible } = resolveVisibility(directory, anyMember);
    const accounts = listOwnAccounts(directory, memberId).map(({ id, name }) => ({
      id,
      name,
      categories: categoriesOf(visible.get(id)?.readable ?? 0),
    }));
    return { body: { accounts } };
  },
});

export const meSharingRoutes = [shareRoute, previewRoute];
