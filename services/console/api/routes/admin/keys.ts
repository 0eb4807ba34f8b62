import { z } from 'zod';
import { decideOnCopyFirst } from '../../../../../projections/access/commands/append-and-wait.ts';
import { serviceLimitMax } from '../../../../../projections/access/commands/keys/new-api-key.ts';
import { requireKey } from '../../../../../projections/access/commands/require-known.ts';
import type { Directory } from '../../../../../projections/access/directory/directory.ts';
import { keyOperations } from '../../../../operations/keys/keys.ts';
import { ConsoleError } from '../../../console-error.ts';
import { defineAdminCommand, defineAdminRead } from '../../define-admin-route.ts';
import { defineCommand } from '../../define-command.ts';
import { accountIdsField, categoriesField, expiryField, labelField } from '../../requests/fields.ts';

const ServiceKeyFields = z.strictObject({
  name: labelField,
  categories: categoriesField,
  account_ids: accountIdsField.nullable(),
  rate_limit_per_minute: z.int().min(1).max(serviceLimitMax).optional(),
  expires_at: expiryField,
});

export const listKeysRoute = defineAdminRead('admin/keys', ({ operations }) =>
  keyOperations.list(operations),
);

const createServiceKeyRoute = defineCommand({
  path: 'admin/keys',
  access: 'admin',
  body: ServiceKeyFields,
  executeCommand: ({ actor, requestId, body }, { operations }) =>
    keyOperations.create(operations, {
      memberId: null,
      name: body.name,
      categories: body.categories,
      accountIds: body.account_ids,
      rateLimitPerMinute: body.rate_limit_per_minute,
      expiresAt: body.expires_at,
      actor,
      requestId,
    }),
});

const changeServiceKeyRoute = defineCommand({
  path: 'admin/keys/:id',
  access: 'admin',
  body: ServiceKeyFields.partial(),
  executeCommand: async ({ actor, requestId, params: { id: keyId = '' }, body }, { operations }) => {
    await decideOnCopyFirst(operations, (directory) => requireServiceKey(directory, keyId));
    return keyOperations.change(operations, {
      keyId,
      name: body.name,
      categories: body.categories,
      accountIds: body.account_ids,
      rateLimitPerMinute: body.rate_limit_per_minute,
      expiresAt: body.expires_at,
      actor,
      requestId,
    });
  },
});

/** A wider key of a member would show an admin more than sharing allows. */
function requireServiceKey(directory: Directory, keyId: string): void {
  if (requireKey(directory, keyId).kind === 'service') return;
  throw new ConsoleError('not_allowed', 'only its member can change this key; an admin can revoke it');
}

const revokeAnyKeyRoute = defineAdminCommand(
  'admin/keys/:id/revoke',
  ({ id: keyId, actor, requestId }, { operations }) =>
    keyOperations.revoke(operations, { keyId, actor, requestId }),
);

export const adminKeyRoutes = [
  listKeysRoute,
  createServiceKeyRoute,
  changeServiceKeyRoute,
  revokeAnyKeyRoute,
];
