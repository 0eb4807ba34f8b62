import type { Projection, ProjectionName } from '../projection.ts';

/** One build of a projection's tables, with the code that fills it. */
export interface Generation {
  readonly projection: Projection;
  readonly number: number;
  /** Its Postgres schema, quoted. */
  readonly schema: string;
}

/** The version in code under which generations are leased: `name shape.logic`. */
export function versionKey(projection: Projection): string {
  return `${projection.name} ${projection.version.shape}.${projection.version.logic}`;
}

/** The name of the Postgres schema of a generation: `tally_g1` of a room `tally`. */
export function schemaName(name: ProjectionName, generation: number): string {
  return `${name.replaceAll('-', '_')}_g${generation}`;
}

/** Names of generation schemas hold nothing that a quote could end. */
export function quoted(schema: string): string {
  return `"${schema}"`;
}

export function generationKey(generation: Generation): string {
  return `${versionKey(generation.projection)} ${generation.number}`;
}
