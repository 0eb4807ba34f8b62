import type { Body } from './body.ts';

/**
 * Bodies of the current version of each view, made once and then sent as they are. A view's bodies go when its version
 * moves, and the longest unused views' when all together exceed the budget. Requests for a body in the making share it.
 */
export interface BodyCache {
  get(view: string, version: string, body: string, build: () => Promise<Body>): Promise<Body>;
  /**
   * Lets go of all bodies, when an account changed. One kept until its view is asked for again outlives two collections
   * of the young generation, and then stays until one of the whole heap. With 10 maps that poll those held 40 MB.
   */
  clear(): void;
}

interface ViewBodies {
  readonly version: string;
  readonly bodies: Map<string, Promise<Body>>;
  bytes: number;
}

/** Bodies of one version: full and since each of many times, plain and gzip. */
const bodiesPerViewMax = 64;

export function createBodyCache(bytesMax: number): BodyCache {
  /** Longest unused first. */
  let views = new Map<string, ViewBodies>();

  function bodiesOf(view: string, version: string): ViewBodies {
    const known = views.get(view);
    const current = known?.version === version ? known : { version, bodies: new Map(), bytes: 0 };
    views.delete(view);
    views.set(view, current);
    return current;
  }

  function keep(held: ViewBodies, name: string, made: Promise<Body>): void {
    held.bodies.set(name, made);
    made.then(
      ({ bytes }) => {
        held.bytes += bytes.length;
        trim();
      },
      () => held.bodies.delete(name),
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
    get: (view, version, name, build) => {
      const held = bodiesOf(view, version);
      const known = held.bodies.get(name);
      if (known !== undefined) return known;
      const made = build();
      if (held.bodies.size < bodiesPerViewMax) keep(held, name, made);
      return made;
    },
    clear: () => {
      // Map.clear() would leave the old table behind, pointing to the new one.
      views = new Map();
    },
  };
}
