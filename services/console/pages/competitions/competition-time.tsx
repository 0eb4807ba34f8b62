import { exactTime, spanText } from '../common/text/format.ts';
import { TimeAgo, useNow } from '../common/text/time-ago.tsx';

interface Props {
  readonly competition: { readonly state: string; readonly from: string; readonly to: string };
}

/** The time until the next change of the state, or since the end. */
export function CompetitionTime({ competition: { state, from, to } }: Props) {
  const now = useNow();
  if (state === 'ended') {
    return (
      <>
        ended <TimeAgo at={to} />
      </>
    );
  }
  const [verb, at] = state === 'coming' ? ['begins', Date.parse(from)] : ['ends', Date.parse(to)];
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {verb} in {spanText(Math.max(0, at - now))}
    </time>
  );
}
