import type { Body, BodyMeta, Coding } from './body.ts';

/**
 * Bodies of the current version of each view. Above the budget, the least recently used views lose
 * their bodies first. Requests for a body that is being built share it.
 */
export interface BodyCache {
  get(view: string, version: string, name: BodyName, source: BodySource): Promise<Body>;
  /**
   * Drops all bodies, because they hold the bytes of replaced entries. Keeps the times: new times
   * would show readers a change of an account that they are not allowed to see.
   */
  release(): void;
  /** Drops a view's bodies and their times. */
  drop(view: string): void;
}

export interface BodyName {
  /** Names the accounts in the body: all, or the accounts that changed since a time. */
  readonly content: string;
  readonly coding: Coding;
}

export interface BodySource {
  /** The plain and the gzip body of a content share these times. */
  meta(): BodyMeta;
  build(meta: BodyMeta): Promise<Body>;
}

interface ViewBodies {
  readonly version: string;
  /** By the content. */
  readonly metas: Map<string, BodyMeta>;
  /** By the coding and the content. */
  bodies: Map<string, Promise<Body>>;
  bytes: number;
}

/** The full content, and a content for each `since`. */
const contentsPerViewMax = 32;
/** A reference; the bytes of the chunk belong to an entry. */
const bytesPerChunk = 8;

export function createBodyCache(bytesMax: number): BodyCache {
  /** Least recently used first. */
  const views = new Map<string, ViewBodies>();

  function bodiesOf(view: string, version: string): ViewBodies {
    const known = views.get(view);
    const current = known?.version === version ? known : noBodies(version);
    views.delete(view);
    views.set(view, current);
    return current;
  }

  function keep(held: ViewBodies, name: string, body: Promise<Body>): void {
    const { bodies } = held;
    bodies.set(name, body);
    body.then(
      (made) => count(held, bodies, ownBytes(made)),
      () => bodies.delete(name),
    );
  }

  function count(held: ViewBodies, bodies: ViewBodies['bodies'], bytes: number): void {
    if (held.bodies !== bodies) return;
    held.bytes += bytes;
    trim(views, bytesMax);
  }

  return {
    get: (view, version, { content, coding }, { meta, build }) => {
      const held = bodiesOf(view, version);
      const name = `${coding} ${content}`;
      const known = held.bodies.get(name);
      if (known !== undefined) return known;
      const times = held.metas.get(content) ?? meta();
      const made = build(times);
      if (held.metas.has(content) || held.metas.size < contentsPerViewMax) {
        held.metas.set(content, times);
        keep(held, name, made);
      }
      return made;
    },
    release: () => {
      for (const held of views.values()) {
        // A new map, because Map.clear() keeps the old table in memory.
        held.bodies = new Map();
        held.bytes = 0;
      }
    },
    drop: (view) => {
      views.delete(view);
    },
  };
}

/** Bytes that are freed when the body is dropped. */
function ownBytes({ chunks, byteLength }: Body): number {
  return chunks.length === 1 ? byteLength : chunks.length * bytesPerChunk;
}

function noBodies(version: string): ViewBodies {
  return { version, metas: new Map(), bodies: new Map(), bytes: 0 };
}

function trim(views: Map<string, ViewBodies>, bytesMax: number): void {
  let bytes = 0;
  for (const held of views.values()) bytes += held.bytes;
  for (const [view, held] of views) {
    if (bytes <= bytesMax) return;
    bytes -= held.bytes;
    views.delete(view);
  }
}
