import { type RefCallback, useState } from 'react';
import { useFocusReturn } from '../../browser/focus.ts';
import { CommandResult } from '../../commands/command-result.tsx';
import { useCommand } from '../../commands/use-command.ts';
import { CopyButton } from '../../common/fields/copy-button.tsx';
import { Panel } from '../../common/panel/panel.tsx';
import { useNow } from '../../common/text/time-ago.tsx';
import type { NewDeviceToken, NewPairingCode, PairablePlugins } from '../../console-api/answers.ts';
import { useMemberSession } from '../../console-api/use-session.ts';
import { FirstReport } from './first-report-notice.tsx';
import { isPairingOver } from './pairing-state.ts';
import { PluginChoice } from './plugin-choice.tsx';
import { readStoredPairingCode, storePairingCode } from './stored-pairing-code.ts';
import { TokenPairing } from './token-pairing.tsx';
import { usePairingState } from './use-pairing.ts';

interface Props {
  readonly plugins: PairablePlugins;
  readonly hasDevices: boolean;
}

/** Pairs a plugin by code or by pasted settings, and shows the progress until its first report. */
export function PairingPanel({ plugins, hasDevices }: Props) {
  const { member } = useMemberSession();
  const [pairing, setPairing] = useState(() => readStoredPairingCode(sessionStorage, member.id, Date.now()));
  // Kept nowhere else, because the token lets anybody report as the member.
  const [made, setMade] = useState<NewDeviceToken | null>(null);
  const { openerRef, returnFocus } = useFocusReturn();
  const change = (next: NewPairingCode | null) => {
    storePairingCode(sessionStorage, member.id, next);
    setPairing(next);
  };
  const end = () => {
    returnFocus();
    change(null);
    setMade(null);
  };
  return (
    <Panel title="Pair a plugin">
      <div className="panel-body pairing">
        {pairing !== null && (
          <Pairing key={pairing.id} pairing={pairing} titles={plugins.by_code} onEnd={end} />
        )}
        {made !== null && <TokenPairing key={made.id} made={made} onEnd={end} />}
        {pairing === null && made === null && (
          <PairingStart
            plugins={plugins}
            hasDevices={hasDevices}
            openerRef={openerRef}
            onCode={change}
            onToken={setMade}
          />
        )}
      </div>
    </Panel>
  );
}

interface StartProps extends Props {
  /** The `ref` of the start button. */
  readonly openerRef: RefCallback<HTMLElement>;
  readonly onCode: (code: NewPairingCode) => void;
  readonly onToken: (made: NewDeviceToken) => void;
}

function PairingStart({ plugins, hasDevices, openerRef, onCode, onToken }: StartProps) {
  const codes = useCommand<NewPairingCode>();
  const tokens = useCommand<NewDeviceToken>();
  const first = plugins.by_code.length > 0 ? null : (plugins.pasted[0]?.option ?? null);
  const [chosen, setChosen] = useState(first);
  const pasted = plugins.pasted.find(({ option }) => option === chosen);
  const begin = async () => {
    if (pasted === undefined) {
      const options = { path: 'me/pairing-codes', what: 'Make a pairing code', showsSecret: true };
      const code = await codes.give(options);
      if (code !== null) onCode(code);
      return;
    }
    const made = await tokens.give({
      path: 'me/device-tokens',
      body: { plugin: pasted.option },
      what: `Make the settings for ${pasted.title}`,
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
      <button
        ref={openerRef}
        type="button"
        className={hasDevices ? undefined : 'primary'}
        aria-disabled={codes.isRunning || tokens.isRunning}
        onClick={begin}
      >
        {pasted === undefined ? 'Pair a plugin' : `Make the settings for ${pasted.title}`}
      </button>
      <CommandResult use={pasted === undefined ? codes : tokens} />
    </>
  );
}

interface PairingProps {
  readonly pairing: NewPairingCode;
  /** The titles of plugins that take the code. */
  readonly titles: readonly string[];
  readonly onEnd: () => void;
}

function Pairing({ pairing, titles, onEnd }: PairingProps) {
  const { latest, state } = usePairingState(pairing.id);
  return (
    <>
      {state === 'waiting' && <CodeToEnter pairing={pairing} titles={titles} />}
      <div role="status">
        {state === 'waiting' && <p className="dim">Waiting for the plugin…</p>}
        {state === 'paired' && <p>Paired. Waiting for its first report: log in to the game with it.</p>}
        {state === 'reported' && latest !== undefined && <FirstReport state={latest} />}
        {state === 'expired' && <p>The code was not used in time. Make another.</p>}
        {state === 'forgotten' && (
          <p>
            The code can be used no more. If a plugin was paired with it, it is listed below; if not, make
            another.
          </p>
        )}
      </div>
      <button type="button" onClick={onEnd}>
        {isPairingOver(state) ? 'Done' : 'Leave it'}
      </button>
    </>
  );
}

/** The limit of shown minutes. A viewer's clock that is behind would show more. */
const lifeMinutes = 5;

function CodeToEnter({
  pairing: { code, address, expires_at: expiresAt },
  titles,
}: Pick<PairingProps, 'pairing' | 'titles'>) {
  const left = Math.round((Date.parse(expiresAt) - useNow()) / 60_000);
  const minutes = Math.min(lifeMinutes, Math.max(1, left));
  return (
    <ol className="pairing-steps">
      <li>
        Open the panel of {titles.join(' or ')} in your game client, and enter this address as its endpoint
        URL: <code>{address}</code> <CopyButton label="Copy the address" text={address} />
      </li>
      <li>
        Enter this code there, within {minutes === 1 ? 'a minute' : `${minutes} minutes`}:{' '}
        <p className="pairing-code">{code}</p>
      </li>
    </ol>
  );
}
