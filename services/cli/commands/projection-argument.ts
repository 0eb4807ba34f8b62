import { InvalidArgumentError } from 'commander';
import { projections } from '../../../projections/registry.ts';
import type { Projection } from '../../../shared/projection/projection.ts';

/** @throws InvalidArgumentError for an unknown name */
export function projectionNamed(name: string): Projection {
  const found = projections.find((projection) => projection.name === name);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`Projections are ${projections.map(({ name }) => name).join(', ')}.`);
}

export const projectionHelp = `the projection: ${projections.map(({ name }) => name).join(', ')}`;
