import { Suspense, useMemo, useState } from 'react';
import type { AnswerOf } from '../../../../../../shared/client/api.ts';
import { SegmentedControl } from '../../../common/fields/segmented-control.tsx';
import { lazyPart } from '../../../common/lazy-part.tsx';
import { AnswerPanel } from '../../../common/panel/answer-panel.tsx';
import { trailDetail } from '../../../live/trails/trail-range.ts';
import { ReplayBar } from '../../../map/trails/replay-bar.tsx';
import { mergeReplaySpans } from '../../../map/trails/replay-spans.ts';
import { useHubAnswer } from '../../../read-api/use-hub-answer.ts';
import { createStore } from '../../../state/store.ts';
import { useAddressChoice } from '../../../state/use-address-value.ts';
import { type AccountData, missingCategory } from '../../account-sections.ts';

const waiting = <div className="trail-map" aria-busy="true" />;
const TrailMap = lazyPart(async () => (await import('./trail-map.tsx')).TrailMap, waiting);

const hourMs = 3_600_000;
const ranges = ['day', 'hour', 'week'] as const;
const rangeMs = { day: 24 * hourMs, hour: hourMs, week: 7 * 24 * hourMs } as const;

export function TrailPanel({ account }: { readonly account: AccountData }) {
  const { id } = account;
  const [range, setRange] = useAddressChoice('trail', ranges);
  const missing = missingCategory(account, 'location_history');
  const asked = useHubAnswer(
    'trail',
    { id, range },
    async (client, signal) => {
      const asked = { id, from: Date.now() - rangeMs[range], detail: trailDetail(rangeMs[range]) };
      const { data } = await client.get('/accounts/{id}/locations', asked, signal);
      return { range, points: data.points };
    },
    { enabled: missing === undefined, everyMs: 60_000 },
  );
  const choice = (
    <SegmentedControl label="Trail of" choices={['hour', 'day', 'week']} chosen={range} onChoose={setRange} />
  );
  return (
    <AnswerPanel title="Trail" actions={choice} asked={asked} missing={missing}>
      {(trail) => <Trail account={account} {...trail} />}
    </AnswerPanel>
  );
}

interface TrailProps {
  readonly account: AccountData;
  /** The range of `points`. The chosen range may be newer. */
  readonly range: string;
  readonly points: AnswerOf<'/accounts/{id}/locations'>['data']['points'];
}

function Trail({ account: { id, name }, range, points }: TrailProps) {
  const [shown] = useState(() => createStore<number | null>(null));
  const spans = useMemo(() => mergeReplaySpans([points]), [points]);
  if (spans.length === 0)
    return <p className="notice">This account has no trail in this time. A longer time may show a trail.</p>;
  return (
    <div className="panel-body trail-panel">
      <Suspense fallback={waiting}>
        <TrailMap id={id} name={name} range={range} points={points} shown={shown} />
      </Suspense>
      <ReplayBar spans={spans} shown={shown} />
    </div>
  );
}
