import type { ConsoleRoute } from './define-console-route.ts';
import { accountNamesRoute } from './routes/account-names.ts';
import { adminAccountRoutes } from './routes/admin/accounts.ts';
import { adminAuditRoute } from './routes/admin/audit.ts';
import { adminBackupRoutes } from './routes/admin/backups.ts';
import { adminCompetitionRoutes } from './routes/admin/competitions.ts';
import { adminDeviceRoutes } from './routes/admin/devices.ts';
import { adminFaultsRoute } from './routes/admin/faults.ts';
import { adminHubRoutes } from './routes/admin/hub.ts';
import { adminJobRoutes } from './routes/admin/jobs.ts';
import { adminKeyRoutes } from './routes/admin/keys.ts';
import { adminMemberRoutes } from './routes/admin/members.ts';
import { adminParkedRoutes } from './routes/admin/parked.ts';
import { adminPayloadRoutes } from './routes/admin/payloads.ts';
import { adminProjectionRoutes } from './routes/admin/projections.ts';
import { createSignInLinkRoute } from './routes/admin/sign-in-link.ts';
import { commandOutcomeRoute } from './routes/commands.ts';
import { meDeviceRoutes } from './routes/me/devices.ts';
import { meEraseRoutes } from './routes/me/erase.ts';
import { meExportRoute } from './routes/me/export.ts';
import { meKeyRoutes } from './routes/me/keys.ts';
import { meSettingsRoute, ownPageRoute } from './routes/me/me.ts';
import { mePairingRoutes } from './routes/me/pairing.ts';
import { meSharingRoutes } from './routes/me/sharing.ts';
import { meTwinRoutes } from './routes/me/twins.ts';
import { sessionRoute } from './routes/session.ts';
import { discordRoutes } from './routes/sign-in/discord.ts';
import { setUpRoute } from './routes/sign-in/set-up.ts';
import { inspectLinkRoute, signInByLinkRoute } from './routes/sign-in/sign-in-by-link.ts';
import { signInOptionsRoute } from './routes/sign-in/sign-in-options.ts';
import { signOutRoute } from './routes/sign-out.ts';

export const consoleRoutes: readonly ConsoleRoute[] = [
  sessionRoute,
  signOutRoute,
  commandOutcomeRoute,
  accountNamesRoute,
  ownPageRoute,
  meSettingsRoute,
  ...mePairingRoutes,
  ...meDeviceRoutes,
  ...meSharingRoutes,
  ...meTwinRoutes,
  ...meKeyRoutes,
  meExportRoute,
  ...meEraseRoutes,
  ...adminAccountRoutes,
  adminAuditRoute,
  ...adminBackupRoutes,
  ...adminCompetitionRoutes,
  ...adminDeviceRoutes,
  adminFaultsRoute,
  ...adminHubRoutes,
  ...adminJobRoutes,
  ...adminKeyRoutes,
  ...adminMemberRoutes,
  ...adminParkedRoutes,
  ...adminPayloadRoutes,
  ...adminProjectionRoutes,
  signInOptionsRoute,
  inspectLinkRoute,
  signInByLinkRoute,
  setUpRoute,
  createSignInLinkRoute,
  ...discordRoutes,
];
