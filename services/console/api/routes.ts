import type { ConsoleRoute } from './define-console-route.ts';
import { sessionRoute } from './routes/session.ts';
import { signOutRoute } from './routes/sign-out.ts';

/** Every route below `/console/api/`, and who may use it. */
export const consoleRoutes: readonly ConsoleRoute[] = [sessionRoute, signOutRoute];
