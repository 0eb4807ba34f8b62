/** A part of a sentence: plain text, or a name, which the page isolates from the text around it. */
export type SentencePart = string | { readonly name: string };

/** A deed as the past verb, the plain verb and the object: `added`, `add`, `the member Quill`. */
export interface Deed {
  readonly past: string;
  readonly base: string;
  readonly object: readonly SentencePart[];
}

/** Builds the object of a deed from a template whose values are names or parts. */
export function phrase(
  texts: TemplateStringsArray,
  ...values: readonly (SentencePart | readonly SentencePart[])[]
): readonly SentencePart[] {
  return texts
    .flatMap((text, index) => [text, ...[values[index] ?? []].flat()])
    .filter((part) => part !== '');
}

export function deed(past: string, base: string, object: readonly SentencePart[]): Deed {
  return { past, base, object };
}
