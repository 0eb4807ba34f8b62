import { useRef, useState } from 'react';
import { exactAmount } from '../../common/format.ts';
import { DataTable } from '../../console/data-table.tsx';
import type { JobData, RoomStatus } from '../admin-answers.ts';
import { progressText } from './job-line.tsx';
import { RebuildForm } from './rebuild-form.tsx';
import { RoomActions } from './room-actions.tsx';
import { positionsOf, type Room, rateOf, roomsOf, type SeenPositions } from './rooms.ts';

interface Props {
  readonly generations: readonly RoomStatus[];
  /** When the answer came, epoch ms. */
  readonly at: number;
  readonly jobs: readonly JobData[];
}

/** The projections: how far each is behind the log, and what a rebuild of it does. */
export function RoomTable({ generations, at, jobs }: Props) {
  const rates = useRates(generations, at);
  /** The projection whose rebuild is being chosen. */
  const [choosing, setChoosing] = useState<string | null>(null);
  return (
    <DataTable
      label="Projections"
      rows={roomsOf(generations)}
      keyOf={({ name }) => name}
      columns={[
        { title: 'Name', cell: ({ name }) => name },
        { title: 'Served', cell: (room) => <Served room={room} /> },
        { title: 'Behind', cell: ({ live }) => <Lag room={live} />, number: true },
        { title: 'Events a second', cell: ({ live }) => rates(live), number: true },
        { title: 'Parked', cell: ({ live }) => live?.parked ?? '–', number: true },
        { title: 'Beside it', cell: (room) => <Others room={room} /> },
      ]}
      actions={(room) => <RoomActions room={room} jobs={jobs} onRebuild={() => setChoosing(room.name)} />}
      below={({ name }) =>
        name === choosing ? <RebuildForm name={name} onEnd={() => setChoosing(null)} /> : null
      }
      whenEmpty="There are none yet: the hub makes them when its projector starts."
    />
  );
}

function Served({ room: { live } }: { readonly room: Room }) {
  if (live === null) return <span className="stale">nothing yet</span>;
  const { version, generation, damage } = live;
  return (
    <>
      generation {generation} <span className="dim small">version {version}</span>
      {damage !== null && <span className="danger"> damaged: {damage}</span>}
    </>
  );
}

function Lag({ room }: { readonly room: RoomStatus | null }) {
  if (room === null) return '–';
  if (room.lag_events === 0) return <span className="dim">nothing</span>;
  const seconds = room.lag_seconds < 10 ? room.lag_seconds.toFixed(1) : Math.round(room.lag_seconds);
  return (
    <span className={room.lag_seconds > 10 ? 'stale' : undefined}>
      {exactAmount(room.lag_events)} {room.lag_events === 1 ? 'event' : 'events'}, {seconds} s
    </span>
  );
}

function Others({ room: { next, before } }: { readonly room: Room }) {
  if (next === null && before === null) return '–';
  return (
    <>
      {next !== null && (
        <p>
          generation {next.generation} is {next.state}
          {next.progress !== null && `: ${progressText(next.progress)}`}
          {next.verified_with !== null && `, equal to generation ${next.verified_with}`}
          {next.stopped_reason !== null && <span className="danger">: {next.stopped_reason}</span>}
        </p>
      )}
      {before !== null && <p className="dim">generation {before.generation} from before, kept current</p>}
    </>
  );
}

/** The rate of a generation as text, from the answer before this one. */
function useRates(generations: readonly RoomStatus[], at: number): (room: RoomStatus | null) => string {
  const seen = useRef<{ earlier: SeenPositions | null; later: SeenPositions | null }>({
    earlier: null,
    later: null,
  });
  if (seen.current.later?.at !== at) {
    seen.current = { earlier: seen.current.later, later: positionsOf(generations, at) };
  }
  const { earlier, later } = seen.current;
  return (room) => {
    const rate = room === null || later === null ? null : rateOf(room, earlier, later);
    return rate === null ? '–' : exactAmount(Math.round(rate));
  };
}
