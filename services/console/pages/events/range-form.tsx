import { addressOf, localFieldOf } from './event-range.ts';

interface Props {
  /** ISO-8601 of the address, or empty. */
  readonly from: string;
  readonly to: string;
  readonly onFrom: (from: string) => void;
  readonly onTo: (to: string) => void;
}

/** The range of time of the events; without one they are the newest, as they come. */
export function RangeForm({ from, to, onFrom, onTo }: Props) {
  return (
    <fieldset className="event-range row wrap small">
      <legend className="hidden-text">Range of time</legend>
      <label className="row">
        From
        <input
          type="datetime-local"
          value={localFieldOf(from)}
          max={localFieldOf(to) || undefined}
          onChange={({ target }) => onFrom(addressOf(target.value))}
        />
      </label>
      <label className="row">
        To
        <input
          type="datetime-local"
          value={localFieldOf(to)}
          min={localFieldOf(from) || undefined}
          onChange={({ target }) => onTo(addressOf(target.value))}
        />
      </label>
      {(from !== '' || to !== '') && (
        <button
          type="button"
          className="chip"
          onClick={() => {
            onFrom('');
            onTo('');
          }}
        >
          Newest
        </button>
      )}
    </fieldset>
  );
}
