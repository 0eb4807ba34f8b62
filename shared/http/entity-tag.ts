/** Matches the elements of a list of entity tags, weak or strong, and skips everything else. */
const elements = /(?:^|,)[ \t]*(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?=,|$)/g;

/**
 * Whether `If-None-Match` names one of the opaque tags, by weak comparison (RFC 9110, 13.1.2). `*`
 * names any of them; junk is ignored.
 */
export function matchesEntityTag(
  header: string | string[] | undefined,
  opaqueTags: readonly string[],
): boolean {
  if (header === undefined) return false;
  // The fast path: nearly every client sends exactly the tag of its last answer.
  if (opaqueTags.some((opaqueTag) => header === weakEntityTag(opaqueTag))) return true;
  if (String(header).trim() === '*') return true;
  for (const [, opaqueTag] of String(header).matchAll(elements)) {
    if (opaqueTag !== undefined && opaqueTags.includes(opaqueTag)) return true;
  }
  return false;
}

export function weakEntityTag(opaqueTag: string): string {
  return `W/"${opaqueTag}"`;
}
