/** RFC 9110, 12.5.3. The only other coding of the hub is identity. */
export function prefersGzip(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  const weights = new Map<string, number>();
  for (const element of String(header).toLowerCase().split(',')) {
    const [coding = '', ...parameters] = element.split(';').map((part) => part.trim());
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weightOf(parameters));
  }
  const gzip = weights.get('gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
}

/**
 * A coding with a malformed weight is not accepted. The body is then sent uncompressed, which every
 * client can read.
 */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return 1;
  const match = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight);
  return match === null ? 0 : Number(match[1]);
}
