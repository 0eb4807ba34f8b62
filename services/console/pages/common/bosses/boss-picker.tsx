import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Name } from '../text/isolated-name.tsx';
import { findBosses } from './find-bosses.ts';
import '../skills/skill-picker.css';
import './boss-picker.css';

interface Props {
  /** Empty: none yet. */
  readonly chosen: string;
  readonly bosses: readonly string[];
  readonly onChoose: (boss: string) => void;
}

/** A button that opens all known bosses. A part of a name finds; any other name can be typed. */
export function BossPicker({ chosen, bosses, onChoose }: Props) {
  const list = useId();
  const opened = useRef<HTMLFieldSetElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const finds = findBosses(bosses, typed);
  const choose = (boss: string | undefined) => {
    if (boss === undefined) return;
    opened.current?.hidePopover();
    onChoose(boss);
  };
  const chooseFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The field can be in a form, which Enter would send.
    event.preventDefault();
    choose(finds[0]);
  };
  return (
    <>
      <button type="button" popoverTarget={list} aria-label={`Boss: ${chosen}`}>
        <Name of={chosen === '' ? 'Choose a boss' : chosen} /> <span aria-hidden="true">▾</span>
      </button>
      <fieldset
        id={list}
        ref={opened}
        popover="auto"
        className="skill-list boss-list"
        onToggle={({ newState }) => {
          if (newState === 'open') field.current?.focus();
          else setTyped('');
        }}
      >
        <legend className="hidden-text">Boss</legend>
        <input
          ref={field}
          type="search"
          aria-label="Name of a boss"
          placeholder="Name of a boss"
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={chooseFirst}
        />
        {finds.map((boss) => (
          <button key={boss} type="button" aria-pressed={boss === chosen} onClick={() => choose(boss)}>
            <Name of={boss} />
          </button>
        ))}
      </fieldset>
    </>
  );
}
