import type { Route } from './define-route.ts';
import { meRoute } from './routes/me.ts';

/** Every endpoint below `/api/v1` that needs a key, in the order of the document. */
export const routes: readonly Route[] = [meRoute];
