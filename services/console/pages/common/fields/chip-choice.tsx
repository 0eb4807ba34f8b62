import { humanizeName } from '../text/format.ts';

interface Props<Choice extends string> {
  readonly choices: readonly Choice[];
  readonly chosen: readonly Choice[];
  /** Receives the choices in the order in which they were pressed. */
  readonly onChange: (chosen: readonly Choice[]) => void;
}

/** A button for each choice. Any number of buttons can be pressed. */
export function ChipChoice<Choice extends string>({ choices, chosen, onChange }: Props<Choice>) {
  return choices.map((choice) => (
    <button
      key={choice}
      type="button"
      className="chip"
      aria-pressed={chosen.includes(choice)}
      onClick={() =>
        onChange(chosen.includes(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice])
      }
    >
      {humanizeName(choice)}
    </button>
  ));
}
