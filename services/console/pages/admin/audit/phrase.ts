/** A part of a sentence: plain text, or a name, which the page isolates from the text around it. */
export type SentencePart = string | { readonly name: string };

/** An action: its past verb, plain verb and object, as in `added`, `add`, `the member Quill`. */
export interface ActionPhrase {
  readonly past: string;
  readonly base: string;
  readonly object: readonly SentencePart[];
}

/** Builds the object of an action from a template whose values are names or parts. */
export function phrase(
  texts: TemplateStringsArray,
  ...values: readonly (SentencePart | readonly SentencePart[])[]
): readonly SentencePart[] {
  return texts
    .flatMap((text, index) => [text, ...[values[index] ?? []].flat()])
    .filter((part) => part !== '');
}

export function action(past: string, base: string, object: readonly SentencePart[]): ActionPhrase {
  return { past, base, object };
}
