import type { PairablePlugins } from '../../console-api/answers.ts';
import '../../common/fields/fields.css';

interface Props {
  readonly plugins: PairablePlugins;
  /** Null for plugins with a code. */
  readonly chosen: string | null;
  readonly onChoose: (option: string | null) => void;
}

/** Plugins with a code are one choice, because they share the code. */
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
