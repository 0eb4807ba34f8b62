import type { PairablePlugins } from '../../console-api/answers.ts';
import '../../commands/command.css';

interface Props {
  readonly plugins: PairablePlugins;
  /** The option of one whose settings are pasted; null for those that take a code. */
  readonly chosen: string | null;
  readonly onChoose: (option: string | null) => void;
}

/** Which plugin is paired: those that take a code are one choice, since the code is the same. */
export function PluginChoice({ plugins: { by_code: byCode, pasted }, chosen, onChoose }: Props) {
  const choices = [...(byCode.length > 0 ? [{ option: null, title: byCode.join(' or ') }] : []), ...pasted];
  return (
    <fieldset className="choice-list">
      <legend>Which plugin</legend>
      {choices.map(({ option, title }) => (
        <label key={option}>
          <input type="radio" name="plugin" checked={option === chosen} onChange={() => onChoose(option)} />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
