import { z } from 'zod';
import { serviceLimitMax } from '../../../../../projections/access/commands/api-key.ts';
import { keyOperations } from '../../../../operations/keys.ts';
import { defineCommand, noFields } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { accountIdsField, categoriesField, expiryField, labelField } from '../../fields.ts';

const ServiceKeyFields = z.strictObject({
  name: labelField,
  categories: categoriesField,
  account_ids: accountIdsField.nullable(),
  rate_limit_per_minute: z.int().min(1).max(serviceLimitMax).optional(),
  expires_at: expiryField,
});

const listKeysRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/keys',
  access: 'admin',
  handle: async (_, { operations }) => ({ body: await keyOperations.list(operations) }),
});

/** A service key: it reads what the whole guild may read. */
const createServiceKeyRoute = defineCommand({
  path: 'admin/keys',
  access: 'admin',
  body: ServiceKeyFields,
  carryOut: ({ actor, requestId, body }, { operations }) =>
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

const changeAnyKeyRoute = defineCommand({
  path: 'admin/keys/:id',
  access: 'admin',
  body: ServiceKeyFields.partial(),
  carryOut: ({ actor, requestId, params: { id: keyId = '' }, body }, { operations }) =>
    keyOperations.change(operations, {
      keyId,
      name: body.name,
      categories: body.categories,
      accountIds: body.account_ids,
      rateLimitPerMinute: body.rate_limit_per_minute,
      expiresAt: body.expires_at,
      actor,
      requestId,
    }),
});

const revokeAnyKeyRoute = defineCommand({
  path: 'admin/keys/:id/revoke',
  access: 'admin',
  body: noFields,
  carryOut: ({ actor, requestId, params: { id: keyId = '' } }, { operations }) =>
    keyOperations.revoke(operations, { keyId, actor, requestId }),
});

export const adminKeyRoutes = [listKeysRoute, createServiceKeyRoute, changeAnyKeyRoute, revokeAnyKeyRoute];
