import { useState } from 'react';
import { addressWithChoices } from '../../../page-pasted-steps.ts';
import { LocalAddressNote } from '../../common/fields/local-address-note.tsx';
import type { NewDeviceToken, OwnAccount } from '../../console-api/answers.ts';
import { ArrivedKinds, FirstReport, PairingWarning } from './first-report-notice.tsx';
import { SettingsToPaste } from './settings-to-paste.tsx';
import { useTokenPairingState } from './use-pairing.ts';

interface Props {
  readonly made: NewDeviceToken;
  readonly own: readonly OwnAccount[];
  readonly onEnd: () => void;
}

/** The settings are kept nowhere else. */
export function TokenPairing({ made, own, onEnd }: Props) {
  const { latest, state } = useTokenPairingState(made.id);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { title, status } = made;
  const url = addressWithChoices(made.url, chosen);
  return (
    <>
      {state === 'paired' && <SettingsToPaste made={{ ...made, url }} chosen={chosen} onChoose={setChosen} />}
      {state === 'paired' && <LocalAddressNote local={made.local} text={url} what="address" />}
      <div role="status">
        {state === 'paired' && (
          <p className="dim">
            Waiting for the first report of {title}: log in to the game with it.
            {status === 'stored' && ' The token is stored, and works as soon as the hub has processed it.'}
          </p>
        )}
        {state === 'paired' && <PairingWarning device={latest?.device} />}
        {state === 'reported' && latest !== undefined && <FirstReport state={latest} own={own} />}
        {state === 'revoked' && <p>The plugin was revoked: reports with these settings are refused.</p>}
      </div>
      {state === 'reported' && latest !== undefined && <ArrivedKinds device={latest.device} />}
      <button type="button" onClick={onEnd}>
        {state === 'paired' ? 'Close' : 'Done'}
      </button>
    </>
  );
}
