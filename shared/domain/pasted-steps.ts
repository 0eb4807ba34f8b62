/** What a plugin's settings hold: for some plugins the token is a part of the address, and steps may hold either. */
export interface PastedValues {
  readonly url: string;
  readonly token: string;
  readonly steps: readonly string[];
}

/** A part of a step. */
export interface StepPiece {
  readonly text: string;
  /** Whether it is to be pasted as it is: a word with the address or the token in it, without punctuation around it. */
  readonly pasted: boolean;
}

const wordWithin = /^([“"'(]*)(.*?)([.,;:!?)"'”]*)$/su;

/** Cuts a step where it holds what is to be pasted. The pieces joined are the step. */
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

/** Which of address and token no step holds: they are shown beside the steps. */
export function valuesOutsideSteps(values: PastedValues): { readonly url: boolean; readonly token: boolean } {
  const { url, token, steps } = values;
  const held = new Set(
    steps.flatMap((step) => splitStep(step, values).flatMap(({ text, pasted }) => (pasted ? [text] : []))),
  );
  return { url: !held.has(url), token: !url.includes(token) && !held.has(token) };
}
