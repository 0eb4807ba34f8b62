/** A lower-case word after the command belongs to the sentence. */
const command =
  /\bhub (?:doctor|projector|(?:account|backup|device|key|member|parked|projections) [a-z]+(?: (?![a-z]+(?:[\s;:,]|$))[^\s;:,]+)*)/;

/** The first command line in the advice of a finding. */
export function commandIn(advice: string): string | null {
  return command.exec(advice)?.[0] ?? null;
}
