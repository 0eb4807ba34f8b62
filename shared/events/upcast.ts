import { definitionOf } from './catalogue.ts';

/** A stored event in its current shape, or null for a type that this release does not know. */
export type Upcast = { readonly type: string; readonly data: unknown } | null;

/**
 * Lifts stored data, one version at a time, to the current shape, and checks the shape. A record
 * that fails here is parked and never reaches a fold.
 * @throws for a newer version than this release has, a missing step, or another shape
 */
export function upcast(type: string, version: number, data: unknown): Upcast {
  const definition = definitionOf(type);
  if (definition === undefined) return null;
  if (version > definition.version) {
    throw new Error(`${type} is stored in version ${version}, this release knows ${definition.version}`);
  }
  let lifted = data;
  for (let from = version; from < definition.version; from += 1) {
    const step = definition.upcasters[from];
    if (step === undefined) throw new Error(`${type} has no upcaster from version ${from}`);
    lifted = step(lifted);
  }
  return { type, data: definition.schema.parse(lifted) };
}
