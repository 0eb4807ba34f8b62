import { eventTypes, type FeedFilter, leastValues } from './event-filter.ts';
import { shortAmount, wordOf } from './format.ts';
import './event-line.css';

interface Props {
  readonly filter: FeedFilter;
  readonly onChange: (filter: FeedFilter) => void;
}

/** Which kinds of events are shown, and from what worth on. */
export function EventFilterForm({ filter, onChange }: Props) {
  const { types, leastValue } = filter;
  const toggle = (type: string) =>
    onChange({
      ...filter,
      types: types.includes(type) ? types.filter((each) => each !== type) : [...types, type],
    });
  return (
    <fieldset className="event-filter">
      <legend className="hidden-text">Events shown</legend>
      {eventTypes.map((type) => (
        <button
          key={type}
          type="button"
          className="chip"
          aria-pressed={types.includes(type)}
          onClick={() => toggle(type)}
        >
          {wordOf(type)}
        </button>
      ))}
      <label className="row small">
        Worth
        <select
          value={leastValue}
          onChange={({ target }) => onChange({ ...filter, leastValue: Number(target.value) })}
        >
          {leastValues.map((value) => (
            <option key={value} value={value}>
              {value === 0 ? 'any' : `${shortAmount(value)} or more`}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}
