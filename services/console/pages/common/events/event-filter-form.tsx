import { useState } from 'react';
import { humanizeName, shortAmount } from '../text/format.ts';
import { eventTypes, type FeedFilter, leastValues, listFurtherTypes } from './event-filter.ts';
import './event-line.css';

interface Props {
  readonly filter: FeedFilter;
  readonly onChange: (filter: FeedFilter) => void;
}

export function EventFilterForm({ filter, onChange }: Props) {
  const { types, leastValue } = filter;
  const [isExpanded, setIsExpanded] = useState(false);
  const further = listFurtherTypes(types).filter((type) => isExpanded || types.includes(type));
  const toggle = (type: string) =>
    onChange({
      ...filter,
      types: types.includes(type) ? types.filter((each) => each !== type) : [...types, type],
    });
  return (
    <fieldset className="event-filter">
      <legend className="hidden-text">Events shown</legend>
      {[...eventTypes, ...further].map((type) => (
        <button
          key={type}
          type="button"
          className="chip"
          aria-pressed={types.includes(type)}
          onClick={() => toggle(type)}
        >
          {humanizeName(type)}
        </button>
      ))}
      <button
        type="button"
        className="chip more-kinds"
        aria-expanded={isExpanded}
        onClick={() => setIsExpanded((shown) => !shown)}
      >
        {isExpanded ? 'Fewer kinds' : 'More kinds'}
      </button>
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
