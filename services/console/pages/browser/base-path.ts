/**
 * The path of `PUBLIC_URL`, for example `/hub`; empty at the root of a host. The page names its
 * scripts with this path.
 */
export const basePath = /^(.*)\/assets\/[^/]+$/.exec(new URL(import.meta.url).pathname)?.[1] ?? '';
