import type { QuotedSchema } from '../../postgres/quoted-schema.ts';
import type { Projection, ProjectionName } from '../projection.ts';

/** One build of a projection's tables, with the code that fills it. */
export interface Generation {
  readonly projection: Projection;
  readonly number: number;
  readonly schema: QuotedSchema;
}

/** `name shape.logic`, under which generations are leased. */
export function versionKey(projection: Projection): string {
  return `${projection.name} ${projection.version.shape}.${projection.version.logic}`;
}

/** SQL of `versionKey` for a row of `projection.generation`. */
export function versionKeySql(row: string): string {
  return `${row}.projection || ' ' || ${row}.shape || '.' || ${row}.logic`;
}

/** `tally_g1` for the first generation of `tally`. */
export function schemaNameOf(name: ProjectionName, generation: number): string {
  return `${name.replaceAll('-', '_')}_g${generation}`;
}

export function generationKey(generation: Generation): string {
  return `${versionKey(generation.projection)} ${generation.number}`;
}
