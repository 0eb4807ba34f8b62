import { InvalidArgumentError } from 'commander';
import { projections } from '../../../projections/registry.ts';
import type { Projection } from '../../../shared/projection/projection.ts';

/** The room of this name; anything else is a usage error that lists them. */
export function projectionNamed(name: string): Projection {
  const found = projections.find((projection) => projection.name === name);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`Projections are ${projections.map((room) => room.name).join(', ')}.`);
}
