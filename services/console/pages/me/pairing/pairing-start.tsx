import { type RefCallback, useId, useState } from 'react';
import type { Category } from '../../../../../shared/domain/category.ts';
import { CommandResult } from '../../commands/command-result.tsx';
import { useCommand } from '../../commands/use-command.ts';
import { CategoryChoice } from '../../common/fields/category-choice.tsx';
import { categoriesWithDefault } from '../../common/text/category-name.ts';
import { guildSeesText } from '../../common/text/sharing-text.ts';
import type {
  DefaultSharingData,
  NewDeviceToken,
  NewPairingCode,
  PairablePlugins,
} from '../../console-api/answers.ts';
import '../../common/fields/fields.css';

interface Props {
  readonly plugins: PairablePlugins;
  readonly hasDevices: boolean;
  readonly defaultSharing: DefaultSharingData;
  readonly openerRef: RefCallback<HTMLElement>;
  readonly onCode: (code: NewPairingCode) => void;
  readonly onToken: (made: NewDeviceToken) => void;
}

export function PairingStart({ plugins, hasDevices, defaultSharing, openerRef, onCode, onToken }: Props) {
  const settings = useCommand();
  const codes = useCommand<NewPairingCode>();
  const tokens = useCommand<NewDeviceToken>();
  const first = plugins.by_code.length > 0 ? null : (plugins.pasted[0]?.option ?? null);
  const [chosen, setChosen] = useState(first);
  const [shared, setShared] = useState<readonly Category[]>(() =>
    categoriesWithDefault.filter((category) => defaultSharing[category] === 'guild'),
  );
  const pasted = plugins.pasted.find(({ option }) => option === chosen);
  const isRunning = settings.isRunning || codes.isRunning || tokens.isRunning;
  const begin = async () => {
    if (isRunning) return;
    const stored = await settings.give({
      path: 'me/settings',
      body: { default_sharing: sharingOf(shared) },
      what: 'Store what the guild sees of new accounts',
      isShownAtOnce: true,
    });
    // A plugin must not report before the choice is stored.
    if (stored === null) return;
    if (pasted === undefined) {
      const options = { path: 'me/pairing-codes', what: 'Create a pairing code', showsSecret: true };
      const code = await codes.give(options);
      if (code !== null) onCode(code);
      return;
    }
    const made = await tokens.give({
      path: 'me/device-tokens',
      body: { plugin: pasted.option },
      what: `Create the settings for ${pasted.title}`,
      showsSecret: true,
    });
    if (made !== null) onToken(made);
  };
  return (
    <>
      <p className={hasDevices ? 'dim' : undefined}>
        {hasDevices
          ? 'Each game client that reports is paired once.'
          : 'No game client of yours reports yet. Pair its plugin, and your accounts appear here and on the map.'}
      </p>
      {plugins.pasted.length > 0 && <PluginChoice plugins={plugins} chosen={chosen} onChoose={setChosen} />}
      <FirstSharing shared={shared} onChange={setShared} />
      <button
        ref={openerRef}
        type="button"
        className={hasDevices ? undefined : 'primary'}
        aria-disabled={isRunning}
        onClick={begin}
      >
        {pasted === undefined ? 'Pair a plugin' : `Create the settings for ${pasted.title}`}
      </button>
      <CommandResult use={settings} />
      <CommandResult use={pasted === undefined ? codes : tokens} />
    </>
  );
}

function sharingOf(shared: readonly Category[]): DefaultSharingData {
  return Object.fromEntries(
    categoriesWithDefault.map((category) => [category, shared.includes(category) ? 'guild' : 'private']),
  ) as DefaultSharingData;
}

interface SharingProps {
  readonly shared: readonly Category[];
  readonly onChange: (shared: readonly Category[]) => void;
}

function FirstSharing({ shared, onChange }: SharingProps) {
  return (
    <div className="first-sharing">
      <CategoryChoice
        legend="Categories of a new account that the guild sees"
        categories={categoriesWithDefault}
        chosen={shared}
        onChange={onChange}
      />
      <p role="status">{guildSeesText(shared, { isFuture: true })}</p>
      <p className="dim small">
        The guild includes its bots and screens. The choice counts for accounts that the hub does not know
        yet. The choice changes only what others see, and you can change it for each account at any time. The
        bank stays private until you share it under Sharing.
      </p>
    </div>
  );
}

interface PluginChoiceProps {
  readonly plugins: PairablePlugins;
  /** Null for plugins with a code. */
  readonly chosen: string | null;
  readonly onChoose: (option: string | null) => void;
}

/** Plugins with a code are one choice, because they share the code. */
function PluginChoice({ plugins, chosen, onChoose }: PluginChoiceProps) {
  const { by_code: byCode, pasted, sends } = plugins;
  const id = useId();
  const choices = [
    ...(byCode.length > 0 ? [{ option: null, title: byCode.join(' or '), titles: byCode }] : []),
    ...pasted.map(({ option, title }) => ({ option, title, titles: [title] })),
  ];
  return (
    <fieldset className="choice-list pairing-choices">
      <legend>Which plugin</legend>
      {choices.map(({ option, title, titles }) => (
        <div key={option}>
          <label>
            <input
              type="radio"
              name="plugin"
              checked={option === chosen}
              aria-describedby={`${id}-${option}`}
              onChange={() => onChoose(option)}
            />
            {title}
          </label>
          <p id={`${id}-${option}`} className="dim small">
            {option === null && <strong>Recommended: a code is enough. </strong>}
            {titles.map((each) => sends[each] !== undefined && `Sends ${sends[each]}. `)}
          </p>
        </div>
      ))}
    </fieldset>
  );
}
