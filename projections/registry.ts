import type { Projection } from '../shared/projection/projection.ts';
import { accessProjection } from './access/projection.ts';
import { accountStateProjection } from './account-state/projection.ts';

/** Every read model. The only place that knows more than one of them. */
export const projections: readonly Projection[] = [accessProjection, accountStateProjection];
