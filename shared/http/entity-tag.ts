/** Matches weak and strong tags, and skips everything else. */
const elements = /(?:^|,)[ \t]*(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?=,|$)/g;

/** Compares weakly (RFC 9110, 13.1.2). `*` names any tag; junk is ignored. */
export function matchesEntityTag(
  header: string | string[] | undefined,
  opaqueTags: readonly string[],
): boolean {
  if (header === undefined) return false;
  // Nearly every client sends exactly the tag of its last answer.
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
