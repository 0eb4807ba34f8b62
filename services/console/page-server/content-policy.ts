import type { PageSettings } from '../page-settings.ts';

/**
 * Requests with an API key go to the hub only. Leaflet frees tiles with an empty `data:` picture.
 * Other pictures come from the sources in the hub's settings.
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

/** The web worker runs under this policy and sends no request. */
export const assetPolicy = "default-src 'none'";
