import { useRef, useState } from 'react';
import { type Column, DataTable } from '../../../common/table/data-table.tsx';
import { countText, exactAmount } from '../../../common/text/format.ts';
import type { GenerationStatus, JobData } from '../../admin-answers.ts';
import { sizeText } from '../../size-text.ts';
import { progressText } from '../jobs/job-line.tsx';
import { tableTitle } from '../table-titles.ts';
import { ProjectionActions } from './projection-actions.tsx';
import {
  eventsPerSecond,
  groupGenerations,
  lateAfterS,
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
        {
          title: 'Table',
          cell: ({ name }) => (
            <>
              {tableTitle(name)} <span className="dim small">{name}</span>
            </>
          ),
        },
        { title: 'State', cell: ({ live }) => <TableState live={live} /> },
        ...internals(rates),
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

function internals(
  rates: (projection: GenerationStatus | null) => string,
): readonly Column<ProjectionGenerations>[] {
  return [
    {
      title: 'In use',
      cell: ({ live }) =>
        live === null
          ? '–'
          : `copy ${live.generation}, version ${live.version}, ${sizeText(live.size_bytes)}`,
    },
    { title: 'Events a second', cell: ({ live }) => rates(live), isNumber: true },
    { title: 'Other copies', cell: (projection) => <Others projection={projection} /> },
  ];
}

function TableState({ live }: { readonly live: GenerationStatus | null }) {
  if (live === null) return <span className="stale">not built yet</span>;
  const { damage, stopped_reason: reason, first_fill: isBeingBuilt, parked } = live;
  const { lag_events: events, lag_seconds: seconds } = live;
  if (reason !== null) return <span className="danger">stopped: {reason}</span>;
  if (damage !== null) return <span className="danger">damaged: {damage}</span>;
  return (
    <>
      {isBeingBuilt && 'being built, '}
      {events === 0 ? (
        <span className={parked > 0 ? undefined : 'good'}>up to date</span>
      ) : (
        <span className={seconds > lateAfterS ? 'stale' : undefined}>
          {countText(events, 'event')} behind, {seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s
        </span>
      )}
      {parked > 0 && <span className="danger">, {countText(parked, 'record')} failed</span>}
    </>
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
