import type { Registry } from 'prom-client';
import { z } from 'zod';
import { decommissionOperations } from '../../../../operations/decommission-switch.ts';
import { readReportingPlugins } from '../../../../operations/payloads/reporting-plugins.ts';
import { defineAdminRead } from '../../define-admin-route.ts';
import { defineCommand } from '../../define-command.ts';
import { requireConfirmation } from '../../requests/require-confirmation.ts';

export const settingsRoute = defineAdminRead('admin/settings', ({ shownSettings }) => shownSettings);

export const releaseRoute = defineAdminRead('admin/release', ({ release }) => release);

export const ingestRoute = defineAdminRead('admin/ingest', async ({ operations, metrics, clock }) => ({
  ...(await readReportingPlugins(operations, clock())),
  skipped: await readSkipped(metrics),
}));

/** Since this process started. Empty when ingest is another process. */
async function readSkipped(metrics: Registry): Promise<{ part: string; count: number }[]> {
  const counted = await metrics.getSingleMetric('hub_ingest_skipped_total')?.get();
  return (counted?.values ?? []).map(({ labels, value }) => ({ part: String(labels.kind), count: value }));
}

export const decommissionStatusRoute = defineAdminRead('admin/decommission', ({ operations }) =>
  decommissionOperations.status(operations),
);

const typedWord = 'decommission';

const decommissionRoute = defineCommand({
  path: 'admin/decommission',
  access: 'admin',
  body: z.strictObject({ on: z.boolean(), typed: z.string().default('') }),
  executeCommand: async ({ actor, requestId, body: { on, typed } }, { operations }) => {
    if (on) requireConfirmation(typed, typedWord);
    return decommissionOperations.switch(operations, { on, actor, requestId });
  },
});

export const adminHubRoutes = [
  settingsRoute,
  releaseRoute,
  ingestRoute,
  decommissionStatusRoute,
  decommissionRoute,
];
