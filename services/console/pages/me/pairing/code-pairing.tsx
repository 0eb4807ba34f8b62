import { CopyButton } from '../../common/fields/copy-button.tsx';
import { LocalAddressNote } from '../../common/fields/local-address-note.tsx';
import { useNow } from '../../common/text/time-ago.tsx';
import type { NewPairingCode, OwnAccount } from '../../console-api/answers.ts';
import { ArrivedKinds, FirstReport, PairingWarning } from './first-report-notice.tsx';
import { isPairingOver } from './pairing-state.ts';
import { usePairingState } from './use-pairing.ts';

interface PairingProps {
  readonly pairing: NewPairingCode;
  readonly titles: readonly string[];
  readonly own: readonly OwnAccount[];
  readonly onEnd: () => void;
}

export function CodePairing({ pairing, titles, own, onEnd }: PairingProps) {
  const { latest, state } = usePairingState(pairing.id);
  return (
    <>
      {state === 'waiting' && <CodeToEnter pairing={pairing} titles={titles} />}
      <div role="status">
        {state === 'waiting' && <p className="dim">Waiting for the plugin…</p>}
        {state === 'paired' && <p>Paired. Waiting for its first report: log in to the game with it.</p>}
        {state === 'paired' && <PairingWarning device={latest?.device} />}
        {state === 'reported' && latest !== undefined && <FirstReport state={latest} own={own} />}
        {state === 'expired' && <p>The code was not used in time. Create another code.</p>}
        {state === 'forgotten' && (
          <p>
            The code is no longer valid. If a plugin was paired with the code, the list below shows the
            plugin. If not, create another code.
          </p>
        )}
      </div>
      {state === 'reported' && latest !== undefined && <ArrivedKinds device={latest.device} />}
      <button type="button" onClick={onEnd}>
        {isPairingOver(state) ? 'Done' : 'Close'}
      </button>
    </>
  );
}

/** A viewer's clock that is behind would show more minutes. */
const lifeMinutes = 5;

function CodeToEnter({
  pairing: { code, address, local, expires_at: expiresAt },
  titles,
}: Pick<PairingProps, 'pairing' | 'titles'>) {
  const left = Math.round((Date.parse(expiresAt) - useNow()) / 60_000);
  const minutes = Math.min(lifeMinutes, Math.max(1, left));
  return (
    <ol className="pairing-steps">
      <li>
        Open the panel of {titles.join(' or ')} in your game client, and enter this address as its endpoint
        URL: <code>{address}</code> <CopyButton label="Copy the address" text={address} />
        <LocalAddressNote local={local ?? null} text={address} what="address" />
      </li>
      <li>
        Enter this code there, within {minutes === 1 ? 'a minute' : `${minutes} minutes`}:{' '}
        <p className="pairing-code">{code}</p>
      </li>
    </ol>
  );
}
