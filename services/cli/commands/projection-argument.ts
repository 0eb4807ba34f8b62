import { projections } from '../../../projections/registry.ts';
import { parserOf } from '../terminal/arguments.ts';

const names = projections.map(({ name }) => name).join(', ');

export const projectionNamed = parserOf(
  (name) => projections.find((projection) => projection.name === name),
  `Projections are ${names}.`,
);

export const projectionHelp = `the projection: ${names}`;
