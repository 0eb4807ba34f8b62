/**
 * The path of `PUBLIC_URL`, for example `/hub`. Empty without `PUBLIC_URL`, and when the hub is at
 * the root of its host.
 */
export function publicPathOf(publicUrl: string | null | undefined): string {
  if (publicUrl == null) return '';
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** The hub's own address of an address below the path. Other addresses stay as they are. */
export function withoutPublicPath(sent: string, path: string): string {
  if (path === '' || !sent.startsWith(path)) return sent;
  const rest = sent.slice(path.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : sent;
}
