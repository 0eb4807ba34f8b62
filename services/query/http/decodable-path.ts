/**
 * The URL, with each path segment that is not percent-encoded UTF-8 replaced by NUL, which matches
 * no path and no id. Otherwise the router would answer such a path itself, before any hook and so
 * without checking the key.
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
    // A bundler takes a call away of which nothing is used: it does not know that this one throws.
    return decodeURIComponent(segment).length >= 0;
  } catch {
    return false;
  }
}
