import type { Route } from './define-route.ts';
import { accountRoute } from './routes/account.ts';
import { accountsRoute } from './routes/accounts.ts';
import { eventsRoute } from './routes/events.ts';
import { meRoute } from './routes/me.ts';
import { snapshotRoute } from './routes/snapshot.ts';

/** Every endpoint below `/api/v1` that needs a key, in the order of the document. */
export const routes: readonly Route[] = [meRoute, accountsRoute, accountRoute, snapshotRoute, eventsRoute];
