import { InvalidArgumentError } from 'commander';
import { projections } from '../../../projections/registry.ts';
import type { Projection } from '../../../shared/projection/projection.ts';

/** The projection of this name. A usage error for an unknown name lists all names. */
export function projectionNamed(name: string): Projection {
  const found = projections.find((projection) => projection.name === name);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`Projections are ${projections.map(({ name }) => name).join(', ')}.`);
}

/** The text of the argument in the help. */
export const projectionHelp = `the projection: ${projections.map(({ name }) => name).join(', ')}`;
