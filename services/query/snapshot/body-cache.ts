import type { Body, BodyMeta } from './body.ts';

/**
 * Bodies of the current version of each view, made once and then sent as they are. A view's bodies go when its version
 * moves, and the longest unused views' when all together exceed the budget. Requests for a body in the making share it.
 */
export interface BodyCache {
  get(view: string, version: string, body: string, source: BodySource): Promise<Body>;
  /**
   * Lets go of the bytes, when an account changed; a body that is made again for the same version tells the same times,
   * since the change may be one that its readers must not notice. Bytes kept until their view is asked for again outlive
   * two collections of the young generation, and then stay until one of the whole heap: 40 MB with 10 maps that poll.
   */
  release(): void;
  /** Lets go of a view's bodies, and of what they told. */
  drop(view: string): void;
}

export interface BodySource {
  /** Asked for once for each version. */
  meta(): BodyMeta;
  build(meta: BodyMeta): Promise<Body>;
}

interface ViewBodies {
  readonly version: string;
  readonly metas: Map<string, BodyMeta>;
  bodies: Map<string, Promise<Body>>;
  bytes: number;
}

/** Bodies of one version: full and since each of many times, plain and gzip. */
const bodiesPerViewMax = 64;

export function createBodyCache(bytesMax: number): BodyCache {
  /** Longest unused first. */
  const views = new Map<string, ViewBodies>();

  function bodiesOf(view: string, version: string): ViewBodies {
    const known = views.get(view);
    const current = known?.version === version ? known : noBodies(version);
    views.delete(view);
    views.set(view, current);
    return current;
  }

  function keep(held: ViewBodies, name: string, made: Promise<Body>): void {
    const { bodies } = held;
    bodies.set(name, made);
    made.then(
      ({ bytes }) => {
        if (held.bodies !== bodies) return;
        held.bytes += bytes.length;
        trim();
      },
      () => bodies.delete(name),
    );
  }

  function trim(): void {
    let bytes = 0;
    for (const held of views.values()) bytes += held.bytes;
    for (const [view, held] of views) {
      if (bytes <= bytesMax) return;
      bytes -= held.bytes;
      views.delete(view);
    }
  }

  return {
    get: (view, version, name, { meta, build }) => {
      const held = bodiesOf(view, version);
      const known = held.bodies.get(name);
      if (known !== undefined) return known;
      const told = held.metas.get(name) ?? meta();
      const made = build(told);
      if (held.metas.has(name) || held.metas.size < bodiesPerViewMax) {
        held.metas.set(name, told);
        keep(held, name, made);
      }
      return made;
    },
    release: () => {
      for (const held of views.values()) {
        // Map.clear() would leave the old table behind, pointing to the new one.
        held.bodies = new Map();
        held.bytes = 0;
      }
    },
    drop: (view) => {
      views.delete(view);
    },
  };
}

function noBodies(version: string): ViewBodies {
  return { version, metas: new Map(), bodies: new Map(), bytes: 0 };
}
