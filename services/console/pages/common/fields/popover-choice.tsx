import { type ReactNode, useId, useRef, useState } from 'react';
import { Name } from '../text/isolated-name.tsx';
import './popover-choice.css';

interface Props {
  readonly label: string;
  readonly chosen: string;
  /** The choices for a typed text; all choices for an empty text. */
  readonly find: (typed: string) => readonly string[];
  readonly onChoose: (choice: string) => void;
  readonly glyphOf?: (choice: string) => ReactNode;
  /** Stands after the name of a choice. */
  readonly noteOf?: (choice: string) => ReactNode;
}

/** A button with the chosen name that opens all choices, and a field that finds among them. */
export function PopoverChoice(props: Props) {
  const { label, chosen, find, onChoose, glyphOf, noteOf } = props;
  const list = useId();
  const opened = useRef<HTMLFieldSetElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const finds = find(typed);
  const choose = (choice: string) => {
    opened.current?.hidePopover();
    onChoose(choice);
  };
  const onToggle = (isOpen: boolean) => {
    if (!isOpen) setTyped('');
    // The keyboard of a phone would cover the choices.
    else if (matchMedia('(hover: hover)').matches) field.current?.focus();
  };
  const shown = chosen === '' ? `Choose a ${label.toLowerCase()}` : chosen;
  const fieldLabel = `Name of a ${label.toLowerCase()}`;
  return (
    <>
      <button type="button" popoverTarget={list} aria-label={`${label}: ${shown}`}>
        {glyphOf?.(chosen)} <Name of={shown} /> <span aria-hidden="true">▾</span>
      </button>
      <fieldset
        id={list}
        ref={opened}
        popover="auto"
        className="popover-choice"
        onToggle={({ newState }) => onToggle(newState === 'open')}
      >
        <legend className="hidden-text">{label}</legend>
        <input
          ref={field}
          type="search"
          aria-label={fieldLabel}
          placeholder={fieldLabel}
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
        {finds.map((choice) => (
          <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => choose(choice)}>
            {glyphOf?.(choice)} <Name of={choice} /> <span className="dim small">{noteOf?.(choice)}</span>
          </button>
        ))}
      </fieldset>
    </>
  );
}
