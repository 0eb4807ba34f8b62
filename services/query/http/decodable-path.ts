/**
 * Puts NUL, which matches no path and no id, in place of each segment that cannot be decoded. The
 * router would answer for such a segment before any hook checks the API key.
 */
export function decodablePath(url: string): string {
  if (!url.includes('%')) return url;
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  const readable = path.split('/').map((segment) => (isDecodable(segment) ? segment : '%00'));
  return readable.join('/') + url.slice(path.length);
}

function isDecodable(segment: string): boolean {
  try {
    // A bundler would remove a call whose result is not used, although the call may throw.
    return decodeURIComponent(segment).length >= 0;
  } catch {
    return false;
  }
}
