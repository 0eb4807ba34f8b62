/** The address may contain the token, and steps may contain both. */
export interface PastedValues {
  readonly url: string;
  readonly token: string;
  readonly steps: readonly string[];
}

/** Adds the names as query parameters: `?leagues=on&footer=on`. */
export function addressWithChoices(url: string, chosen: readonly string[]): string {
  const query = chosen.map((name) => `${name}=on`).join('&');
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

export interface StepPiece {
  readonly text: string;
  /**
   * Whether the piece is a word with the address or the token, without the punctuation around it.
   */
  readonly isPasted: boolean;
}

const wordWithin = /^([“"'(]*)(.*?)([.,;:!?)"'”]*)$/su;

/** The joined pieces are the step. */
export function piecesOfStep(step: string, { url, token }: Pick<PastedValues, 'url' | 'token'>): StepPiece[] {
  const pieces: StepPiece[] = [];
  let plain = '';
  for (const part of step.split(/(\s+)/u)) {
    const [, before = '', word = '', after = ''] = wordWithin.exec(part) ?? [];
    if (!word.includes(url) && !word.includes(token)) {
      plain += part;
      continue;
    }
    pieces.push({ text: plain + before, isPasted: false }, { text: word, isPasted: true });
    plain = after;
  }
  pieces.push({ text: plain, isPasted: false });
  return pieces.filter(({ text }) => text !== '');
}

/** Whether the address and the token are in no step, and so are shown above the steps. */
export function fieldsOutsideSteps(values: PastedValues): { readonly url: boolean; readonly token: boolean } {
  const { url, token, steps } = values;
  const held = new Set(
    steps.flatMap((step) =>
      piecesOfStep(step, values).flatMap(({ text, isPasted }) => (isPasted ? [text] : [])),
    ),
  );
  return { url: !held.has(url), token: !url.includes(token) && !held.has(token) };
}
