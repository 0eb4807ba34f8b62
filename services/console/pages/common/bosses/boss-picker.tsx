import { useRef, useState } from 'react';
import { PopoverChoice } from '../fields/popover-choice.tsx';
import { findBosses } from './find-bosses.ts';

interface Props {
  /** Empty: none yet. */
  readonly chosen: string;
  readonly bosses: readonly string[];
  readonly onChoose: (boss: string) => void;
}

/** A part of a name finds; any other name can be typed. */
export function BossPicker({ chosen, bosses, onChoose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const finds = findBosses(bosses, typed);
  return (
    <PopoverChoice
      label="Boss"
      {...{ chosen, choices: finds, onChoose }}
      onToggle={(isOpen) => {
        if (isOpen) field.current?.focus();
        else setTyped('');
      }}
      head={(choose) => (
        <input
          ref={field}
          type="search"
          aria-label="Name of a boss"
          placeholder="Name of a boss"
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The field can be in a form, which Enter would send.
            event.preventDefault();
            if (finds[0] !== undefined) choose(finds[0]);
          }}
        />
      )}
    />
  );
}
