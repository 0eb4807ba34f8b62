const uncommonWords: Readonly<Record<string, string>> = {
  anew: 'again',
  beside: 'next to, while',
  meanwhile: 'in the meantime, or the time',
  likewise: 'also',
  whoever: 'the subject',
  whomever: 'the subject',
  thereof: 'the noun',
  therein: 'the noun',
  thereby: 'so',
  wherein: 'in which',
  henceforth: 'from now on',
  'of before': 'earlier',
  'of theirs': 'their',
  'of its own': 'its own',
  'that of': 'the noun again',
  'those of': 'the noun again',
  'the latter': 'the noun again',
  'the former': 'the noun again',
  'as of': 'from … on',
  'goes on': 'continues',
  'go on': 'continue',
  'going on': 'continuing',
  'went on': 'continued',
  'no more than': 'at most',
  'is none': 'does not exist',
  'are none': 'do not exist',
  'but for': 'except',
  nor: 'and not',
};

const openers =
  /^(Of|Who|Whom|Whose|Whoever|What|Where|That(?!['’])|Those|For whom|To whom|Nor|None|One(?= (?:that|of|who|whose|which|is|has|may|in|at|with|from|for|more)\b)|Ones|Neither)\b/;

const words = Object.entries(uncommonWords).map(
  ([word, instead]) => [new RegExp(`\\b${word}\\b`, 'i'), `"${word}": write ${instead}`] as const,
);

export function faultsOf(sentence: string, wordsMax: number): string[] {
  const plain = sentence.replaceAll(/`[^`]*`/g, '`x`').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const withoutNeitherNor = plain.replace(/\bneither\b(.*?)\bnor\b/i, '$1');
  const isQuestion = /\?\s*$/.test(plain);
  const [, opener] = openers.exec(plain) ?? [];
  const count = plain.split(/\s+/).filter((word) => /\w/.test(word)).length;
  return [
    ...(opener !== undefined && !isQuestion
      ? [`starts with "${opener}": start with the subject or the verb`]
      : []),
    ...words.filter(([pattern]) => pattern.test(withoutNeitherNor)).map(([, fault]) => fault),
    ...(count > wordsMax ? [`${count} words: write two sentences`] : []),
  ];
}
