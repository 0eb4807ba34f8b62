import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { keyOperations } from '../../../../operations/keys/keys.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';
import { getOwnApiKey, requireVisibleAccounts } from '../../own/own-resources.ts';
import { accountIdsField, categoriesField, expiryField, labelField } from '../../requests/fields.ts';

const KeyFields = z.strictObject({
  name: labelField,
  categories: categoriesField,
  account_ids: accountIdsField.nullable(),
  expires_at: expiryField,
});

export const createKeyRoute = defineCommand({
  path: 'me/keys',
  access: 'member',
  body: KeyFields,
  executeCommand: async ({ caller: { memberId }, actor, requestId, body }, { operations }) => {
    const named = body.account_ids ?? [];
    if (named.length > 0) requireVisibleAccounts(await readCurrent(operations), memberId, named);
    return keyOperations.create(operations, {
      memberId,
      name: body.name,
      categories: body.categories,
      accountIds: body.account_ids,
      expiresAt: body.expires_at,
      actor,
      requestId,
    });
  },
});

export const changeKeyRoute = defineCommand({
  path: 'me/keys/:id',
  access: 'member',
  body: KeyFields.partial(),
  executeCommand: async ({ caller: { memberId }, actor, requestId, params, body }, { operations }) => {
    const directory = await readCurrent(operations);
    const { id: keyId } = getOwnApiKey(directory, memberId, params.id);
    requireVisibleAccounts(directory, memberId, body.account_ids ?? []);
    return keyOperations.change(operations, {
      keyId,
      name: body.name,
      categories: body.categories,
      accountIds: body.account_ids,
      expiresAt: body.expires_at,
      actor,
      requestId,
    });
  },
});

const revokeKeyRoute = defineCommand({
  path: 'me/keys/:id/revoke',
  access: 'member',
  body: emptyBody,
  executeCommand: async ({ caller: { memberId }, actor, requestId, params }, { operations }) => {
    const { id: keyId } = getOwnApiKey(await readCurrent(operations), memberId, params.id);
    return keyOperations.revoke(operations, { keyId, actor, requestId });
  },
});

export const meKeyRoutes = [createKeyRoute, changeKeyRoute, revokeKeyRoute];
