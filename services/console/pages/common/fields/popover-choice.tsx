import { type ReactNode, useId, useRef } from 'react';
import { Name } from '../text/isolated-name.tsx';
import './popover-choice.css';

interface Props {
  readonly label: string;
  readonly chosen: string;
  readonly choices: readonly string[];
  readonly onChoose: (choice: string) => void;
  readonly glyphOf?: (choice: string) => ReactNode;
  readonly onToggle?: (isOpen: boolean) => void;
  /** Stands above the choices. */
  readonly head?: (choose: (choice: string) => void) => ReactNode;
}

/** A button with the chosen name that opens all choices. */
export function PopoverChoice(props: Props) {
  const { label, chosen, choices, onChoose, glyphOf, onToggle, head } = props;
  const list = useId();
  const opened = useRef<HTMLFieldSetElement>(null);
  const choose = (choice: string) => {
    opened.current?.hidePopover();
    onChoose(choice);
  };
  return (
    <>
      <button type="button" popoverTarget={list} aria-label={`${label}: ${chosen}`}>
        {glyphOf?.(chosen)} <Name of={chosen === '' ? `Choose a ${label.toLowerCase()}` : chosen} />{' '}
        <span aria-hidden="true">▾</span>
      </button>
      <fieldset
        id={list}
        ref={opened}
        popover="auto"
        className="popover-choice"
        onToggle={({ newState }) => onToggle?.(newState === 'open')}
      >
        <legend className="hidden-text">{label}</legend>
        {head?.(choose)}
        {choices.map((choice) => (
          <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => choose(choice)}>
            {glyphOf?.(choice)} <Name of={choice} />
          </button>
        ))}
      </fieldset>
    </>
  );
}
