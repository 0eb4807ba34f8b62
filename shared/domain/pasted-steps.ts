/** The values for a plugin's settings. For some plugins the token is a part of the address. Steps may hold both. */
export interface PastedValues {
  readonly url: string;
  readonly token: string;
  readonly steps: readonly string[];
}

/** A part of a step. */
export interface StepPiece {
  readonly text: string;
  /** Whether the piece must be pasted: a word with the address or the token, without punctuation around the word. */
  readonly pasted: boolean;
}

const wordWithin = /^([“"'(]*)(.*?)([.,;:!?)"'”]*)$/su;

/** Splits a step around the values to paste. The joined pieces are the step. */
export function splitStep(step: string, { url, token }: Pick<PastedValues, 'url' | 'token'>): StepPiece[] {
  const pieces: StepPiece[] = [];
  let plain = '';
  for (const part of step.split(/(\s+)/u)) {
    const [, before = '', word = '', after = ''] = wordWithin.exec(part) ?? [];
    if (!word.includes(url) && !word.includes(token)) {
      plain += part;
      continue;
    }
    pieces.push({ text: plain + before, pasted: false }, { text: word, pasted: true });
    plain = after;
  }
  pieces.push({ text: plain, pasted: false });
  return pieces.filter(({ text }) => text !== '');
}

/** Whether the address and the token are missing in all steps. A missing value is shown next to the steps. */
export function valuesOutsideSteps(values: PastedValues): { readonly url: boolean; readonly token: boolean } {
  const { url, token, steps } = values;
  const held = new Set(
    steps.flatMap((step) => splitStep(step, values).flatMap(({ text, pasted }) => (pasted ? [text] : []))),
  );
  return { url: !held.has(url), token: !url.includes(token) && !held.has(token) };
}
