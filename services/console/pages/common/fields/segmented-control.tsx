import { humanizeName } from '../text/format.ts';

interface Props<Choice extends string> {
  /** For screen readers. */
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Null when nothing is chosen. */
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

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
