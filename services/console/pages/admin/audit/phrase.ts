/** A name that leads to the page of a member, an account or a competition. */
export interface NamedPart {
  readonly name: string;
  /** An actor has `member:` and the name in place of an id. */
  readonly id?: string | null;
}

/** Plain text, or a name, which the page isolates from the text around it. */
export type SentencePart = string | NamedPart;

/** For example `added`, `add`, `the member Quill`. */
export interface ActionPhrase {
  readonly past: string;
  readonly base: string;
  readonly object: readonly SentencePart[];
}

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

export function sentenceText(parts: readonly SentencePart[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}
