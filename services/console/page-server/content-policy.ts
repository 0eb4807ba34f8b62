import type { PageSettings } from '../page-settings.ts';

/**
 * The content security policy of the pages. Scripts, that of their worker too, and styles come from the hub's own files only,
 * and requests, with the key that they carry, go to the hub only. `data:` is for the empty picture by which Leaflet frees
 * tiles. Sources of pictures are those that the hub's settings name.
 */
export function contentPolicy({ mapTiles, itemIcon }: PageSettings): string {
  const named = [mapTiles, itemIcon].flatMap((template) =>
    template === null ? [] : new URL(template).origin,
  );
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...new Set(named)].join(' '),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The policy of the pages' files: the worker has that of its own script, and asks nobody. */
export const assetPolicy = "default-src 'none'";
