import { useRef, useState } from 'react';
import { DataTable } from '../../../common/table/data-table.tsx';
import { exactAmount } from '../../../common/text/format.ts';
import type { GenerationStatus, JobData } from '../../admin-answers.ts';
import { sizeText } from '../../size-text.ts';
import { progressText } from '../jobs/job-line.tsx';
import { ProjectionActions } from './projection-actions.tsx';
import {
  eventsPerSecond,
  groupGenerations,
  type PositionSample,
  type ProjectionGenerations,
  samplePositions,
} from './projection-generations.ts';
import { RebuildForm } from './rebuild-form.tsx';

interface Props {
  readonly generations: readonly GenerationStatus[];
  /** When the answer came, epoch ms. */
  readonly at: number;
  readonly jobs: readonly JobData[];
}

export function ProjectionTable({ generations, at, jobs }: Props) {
  const rates = useRates(generations, at);
  const [openFormName, setOpenFormName] = useState<string | null>(null);
  return (
    <DataTable
      label="Read tables"
      rows={groupGenerations(generations)}
      keyOf={({ name }) => name}
      columns={[
        { title: 'Name', cell: ({ name }) => name },
        { title: 'In use', cell: (projection) => <Served projection={projection} /> },
        { title: 'Behind', cell: ({ live }) => <Lag projection={live} />, isNumber: true },
        { title: 'Events a second', cell: ({ live }) => rates(live), isNumber: true },
        { title: 'Failed records', cell: ({ live }) => live?.parked ?? '–', isNumber: true },
        { title: 'Other copies', cell: (projection) => <Others projection={projection} /> },
      ]}
      actions={(projection) => (
        <ProjectionActions
          projection={projection}
          jobs={jobs}
          onRebuild={() => setOpenFormName(projection.name)}
        />
      )}
      below={({ name }) =>
        name === openFormName ? <RebuildForm name={name} onEnd={() => setOpenFormName(null)} /> : null
      }
      whenEmpty="No tables yet: the hub makes them when its projector starts."
    />
  );
}

const copyStates: Readonly<Partial<Record<GenerationStatus['state'], string>>> = {
  building: 'being built',
  ready: 'ready for use',
  live: 'in use',
};

function Served({ projection: { live } }: { readonly projection: ProjectionGenerations }) {
  if (live === null) return <span className="stale">nothing yet</span>;
  const {
    version,
    generation,
    damage,
    first_fill: isBeingBuilt,
    stopped_reason: reason,
    size_bytes: bytes,
  } = live;
  return (
    <>
      copy {generation}{' '}
      <span className="dim small">
        version {version}, {sizeText(bytes)}
      </span>
      {isBeingBuilt && <span> being built</span>}
      {damage !== null && <span className="danger"> damaged: {damage}</span>}
      {reason !== null && <span className="danger"> stopped: {reason}</span>}
    </>
  );
}

function Lag({ projection }: { readonly projection: GenerationStatus | null }) {
  if (projection === null) return '–';
  if (projection.lag_events === 0) return <span className="dim">nothing</span>;
  const seconds =
    projection.lag_seconds < 10 ? projection.lag_seconds.toFixed(1) : Math.round(projection.lag_seconds);
  return (
    <span className={projection.lag_seconds > 10 ? 'stale' : undefined}>
      {exactAmount(projection.lag_events)} {projection.lag_events === 1 ? 'event' : 'events'}, {seconds} s
    </span>
  );
}

function Others({ projection }: { readonly projection: ProjectionGenerations }) {
  const { live, next, before, surplus } = projection;
  if (next === null && before === null && surplus.length === 0) return '–';
  return (
    <>
      {next !== null && (
        <p>
          copy {next.generation} is {copyStates[next.state] ?? next.state}
          {next.progress !== null && `: ${progressText(next.progress)}`}
          {next.verified_with !== null && `, equal to copy ${next.verified_with}`}
          <Size of={next} />
          {next.stopped_reason !== null && <span className="danger"> stopped: {next.stopped_reason}</span>}
        </p>
      )}
      {before !== null && (
        <p className="dim">
          copy {before.generation}, in use before
          {before.version === live?.version
            ? ', still receives new events'
            : ` the update, version ${before.version}`}
          <Size of={before} />
        </p>
      )}
      {surplus.map((copy) => (
        <p className="dim" key={copy.generation}>
          copy {copy.generation}, not used any more
          <Size of={copy} />
        </p>
      ))}
    </>
  );
}

function Size({ of: { size_bytes: bytes } }: { readonly of: GenerationStatus }) {
  return <span className="dim">, {sizeText(bytes)}</span>;
}

function useRates(
  generations: readonly GenerationStatus[],
  at: number,
): (projection: GenerationStatus | null) => string {
  const seen = useRef<{ earlier: PositionSample | null; later: PositionSample | null }>({
    earlier: null,
    later: null,
  });
  if (seen.current.later?.at !== at) {
    seen.current = { earlier: seen.current.later, later: samplePositions(generations, at) };
  }
  const { earlier, later } = seen.current;
  return (projection) => {
    const rate = projection === null || later === null ? null : eventsPerSecond(projection, earlier, later);
    return rate === null ? '–' : exactAmount(Math.round(rate));
  };
}
