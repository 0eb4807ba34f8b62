import { humanizeName } from '../text/format.ts';

interface Props<Choice extends string> {
  /** What is chosen, for a screen reader. */
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Null where nothing is. */
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

/** One choice of a few, as joined buttons. */
export function SegmentedControl<Choice extends string>({ label, choices, chosen, onChoose }: Props<Choice>) {
  return (
    <fieldset className="segments">
      <legend className="hidden-text">{label}</legend>
      {choices.map((choice) => (
        <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
          {humanizeName(choice)}
        </button>
      ))}
    </fieldset>
  );
}
