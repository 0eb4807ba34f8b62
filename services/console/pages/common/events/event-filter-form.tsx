import { useState } from 'react';
import { ChipChoice } from '../fields/chip-choice.tsx';
import { shortAmount } from '../text/format.ts';
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
  return (
    <fieldset className="event-filter">
      <legend className="hidden-text">Events shown</legend>
      <ChipChoice
        choices={[...eventTypes, ...further]}
        chosen={types}
        onChange={(chosen) => onChange({ ...filter, types: chosen })}
      />
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
