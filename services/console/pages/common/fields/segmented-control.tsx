import { humanizeName } from '../text/format.ts';

interface Props<Choice extends string> {
  /** For screen readers. */
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Null when nothing is chosen. */
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice) => void;
  readonly textOf?: ((choice: Choice) => string) | undefined;
  /** Shown next to the name of a choice. */
  readonly countOf?: (choice: Choice) => number;
}

export function SegmentedControl<Choice extends string>(props: Props<Choice>) {
  const { label, choices, chosen, onChoose, textOf = humanizeName, countOf } = props;
  return (
    <fieldset className="segments">
      <legend className="hidden-text">{label}</legend>
      {choices.map((choice) => (
        <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
          {textOf(choice)}
          {countOf !== undefined && ` (${countOf(choice)})`}
        </button>
      ))}
    </fieldset>
  );
}
