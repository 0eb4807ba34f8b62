import { startTransition, useState } from 'react';
import type { HistoryEntry } from '../state/use-address-value.ts';
import { fromLocalField, toLocalField } from './event-range.ts';
import './range-form.css';

interface Props {
  /** ISO-8601 as in the address, or empty. */
  readonly from: string;
  readonly to: string;
  readonly onFrom: (from: string, entry?: HistoryEntry) => void;
  readonly onTo: (to: string, entry?: HistoryEntry) => void;
  /** The text of the button that clears both ends. */
  readonly whole: string;
}

export function RangeForm({ from, to, onFrom, onTo, whole }: Props) {
  return (
    <fieldset className="event-range row wrap small">
      <legend className="hidden-text">Range of time</legend>
      <RangeField label="From" end={from} max={to} onEnd={onFrom} />
      <RangeField label="To" end={to} min={from} onEnd={onTo} />
      {(from !== '' || to !== '') && (
        <button
          type="button"
          className="chip"
          onClick={() => {
            onFrom('', 'new');
            onTo('', 'new');
          }}
        >
          {whole}
        </button>
      )}
    </fieldset>
  );
}

interface FieldProps {
  readonly label: string;
  /** ISO-8601 or empty, like the bounds. */
  readonly end: string;
  readonly min?: string;
  readonly max?: string;
  readonly onEnd: (end: string) => void;
}

export function RangeField({ label, end, min = '', max = '', onEnd }: FieldProps) {
  // While a year is typed, incomplete years like 20 are only in the field and not in the address.
  const [typed, setTyped] = useState<string | null>(null);
  const change = (field: string) => {
    setTyped(field);
    const address = fromLocalField(field);
    if (field === '' || address !== '') onEnd(address);
  };
  return (
    <label className="row">
      {label}
      <input
        type="datetime-local"
        value={typed ?? toLocalField(end)}
        min={toLocalField(min) || undefined}
        max={toLocalField(max) || undefined}
        onChange={({ target }) => change(target.value)}
        // The router renders a new address as a transition. Clearing the typed text before it would
        // show the old time.
        onBlur={() => startTransition(() => setTyped(null))}
      />
    </label>
  );
}
