/** Mentions name people who did not ask for it. */
const mentions = /<(?:@[!&]?|#)\d{1,32}>|@everyone|@here/g;
const markdownLinks = /\[([^[\]\n]*)\]\([^()\n]*\)/g;
const addresses = /<?\bhttps?:\/\/\S+/g;

export function withoutMentions(text: string): string {
  return replaceAllOf(text, (rest) => rest.replaceAll(mentions, ''));
}

/** Replaces links by their words, and removes mentions and addresses. */
export function withoutLinks(text: string): string {
  return replaceAllOf(text, (rest) =>
    rest.replaceAll(mentions, '').replaceAll(markdownLinks, '$1').replaceAll(addresses, ''),
  );
}

const passesMax = 10;

/**
 * Replaces until nothing changes: a removed part may join its neighbours to another mention or
 * link.
 */
function replaceAllOf(text: string, replace: (text: string) => string): string {
  let rest = text;
  for (let pass = 0; pass < passesMax; pass += 1) {
    const replaced = replace(rest);
    if (replaced === rest) return rest;
    rest = replaced;
  }
  // So many nested mentions are not meant for readers.
  return rest.replaceAll(/[<@[\]]/g, '');
}
