import { z } from 'zod';
import { projections } from '../../../../../projections/registry.ts';
import { listGenerations } from '../../../../operations/projections/list-generations.ts';
import { moveOperations } from '../../../../operations/projections/move-generations.ts';
import { cancelRebuilds } from '../../../../operations/projections/rebuild-projections.ts';
import { ConsoleError } from '../../../console-error.ts';
import { beginJob } from '../../begin-job.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

/**
 * With `force` the generation may be unverified or behind, or have parked records that the live
 * generation folded.
 */
const moving = z.strictObject({ force: z.boolean().default(false) });

export const listProjectionsRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/projections',
  isHeavy: true,
  access: 'admin',
  handle: async (_, { operations }) => ({ body: await listGenerations(operations) }),
});

const rebuilding = z
  .strictObject({
    rate: z.int().min(1).max(999_999_999).optional(),
    full_speed: z.boolean().default(false),
    promote: z.boolean().default(false),
  })
  .refine(({ rate, full_speed: fullSpeed }) => rate === undefined || !fullSpeed, {
    path: ['rate'],
    message: 'it is not allowed together with full_speed',
  });

const rebuildRoute = defineCommand({
  path: 'admin/projections/:name/rebuild',
  access: 'admin',
  body: rebuilding,
  executeCommand: ({ caller: { memberId }, requestId, params, body: options }, services) =>
    beginJob(services, {
      id: requestId,
      kind: 'rebuild',
      subject: projectionNamed(params.name),
      memberId,
      options,
    }),
});

/** Projections with the same streams share one read of the log. */
const rebuildAllRoute = defineCommand({
  path: 'admin/projections/rebuild',
  access: 'admin',
  body: rebuilding,
  executeCommand: ({ caller: { memberId }, requestId, body: options }, services) =>
    beginJob(services, { id: requestId, kind: 'rebuild', subject: null, memberId, options }),
});

const verifyRoute = defineCommand({
  path: 'admin/projections/:name/verify',
  access: 'admin',
  body: emptyBody,
  executeCommand: ({ caller: { memberId }, requestId, params }, services) =>
    beginJob(services, { id: requestId, kind: 'verify', subject: projectionNamed(params.name), memberId }),
});

const promoteRoute = defineCommand({
  path: 'admin/projections/:name/promote',
  access: 'admin',
  body: moving,
  executeCommand: ({ actor, params, body: { force } }, { operations }) =>
    moveOperations.promote(operations, { name: projectionNamed(params.name), force, actor }),
});

const rollBackRoute = defineCommand({
  path: 'admin/projections/:name/rollback',
  access: 'admin',
  body: moving,
  executeCommand: ({ actor, params, body: { force } }, { operations }) =>
    moveOperations.rollBack(operations, { name: projectionNamed(params.name), force, actor }),
});

const retireRoute = defineCommand({
  path: 'admin/projections/:name/retire',
  access: 'admin',
  body: z.strictObject({ generation: z.int().min(1).optional(), previous: z.boolean().optional() }),
  executeCommand: ({ actor, params, body }, { operations }) =>
    moveOperations.retire(operations, { name: projectionNamed(params.name), ...body, actor }),
});

const cancelRoute = defineCommand({
  path: 'admin/projections/:name/cancel',
  access: 'admin',
  body: emptyBody,
  executeCommand: ({ actor, params }, { operations }) =>
    cancelRebuilds(operations, { names: [projectionNamed(params.name)], actor }),
});

function projectionNamed(name: string | undefined): string {
  const projection = projections.find((projection) => projection.name === name);
  if (projection === undefined) throw new ConsoleError('not_found', 'Not found.');
  return projection.name;
}

export const adminProjectionRoutes = [
  listProjectionsRoute,
  rebuildRoute,
  rebuildAllRoute,
  verifyRoute,
  promoteRoute,
  rollBackRoute,
  retireRoute,
  cancelRoute,
];
