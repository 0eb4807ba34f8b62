import { accountName } from '../text/account-name.ts';

interface Props {
  /** For screen readers. */
  readonly label: string;
  /** The text when nothing is chosen. */
  readonly none: string;
  readonly choices: readonly { readonly id: string; readonly name: string | null }[];
  /** An id; empty when nothing is chosen. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

export function NameSelect({ label, none, choices, chosen, onChoose }: Props) {
  return (
    <select aria-label={label} value={chosen} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{none}</option>
      {choices.map((choice) => (
        <option key={choice.id} value={choice.id}>
          {accountName(choice)}
        </option>
      ))}
    </select>
  );
}
