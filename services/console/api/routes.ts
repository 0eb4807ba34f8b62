import type { ConsoleRoute } from './define-console-route.ts';
import { commandRoute } from './routes/commands.ts';
import { meDeviceRoutes } from './routes/me/devices.ts';
import { meKeyRoutes } from './routes/me/keys.ts';
import { meRoute } from './routes/me/me.ts';
import { mePairingRoutes } from './routes/me/pairing.ts';
import { meSettingsRoute } from './routes/me/settings.ts';
import { meSharingRoutes } from './routes/me/sharing.ts';
import { sessionRoute } from './routes/session.ts';
import { signOutRoute } from './routes/sign-out.ts';

/** Every route below `/console/api/`, and who may use it. */
export const consoleRoutes: readonly ConsoleRoute[] = [
  sessionRoute,
  signOutRoute,
  commandRoute,
  meRoute,
  meSettingsRoute,
  ...mePairingRoutes,
  ...meDeviceRoutes,
  ...meSharingRoutes,
  ...meKeyRoutes,
];
