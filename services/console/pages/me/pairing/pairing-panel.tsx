import { useState } from 'react';
import { addressWithChoices } from '../../../page-pasted-steps.ts';
import { useFocusReturn } from '../../browser/focus.ts';
import { LocalAddressNote } from '../../common/fields/local-address-note.tsx';
import { Panel } from '../../common/panel/panel.tsx';
import type { NewDeviceToken, NewPairingCode, OwnAccount, OwnPageAnswer } from '../../console-api/answers.ts';
import { useMemberSession } from '../../console-api/use-session.ts';
import { CodePairing } from './code-pairing.tsx';
import { ArrivedKinds, FirstReport, PairingWarning } from './first-report-notice.tsx';
import { PairingStart } from './pairing-start.tsx';
import { SettingsToPaste } from './settings-to-paste.tsx';
import { readStoredPairingCode, storePairingCode } from './stored-pairing-code.ts';
import { useTokenPairingState } from './use-pairing.ts';

interface Props {
  readonly page: Pick<OwnPageAnswer, 'plugins' | 'devices' | 'accounts' | 'default_sharing'>;
}

export function PairingPanel({ page }: Props) {
  return (
    <Panel title="Pair a plugin">
      <Pairing page={page} />
    </Panel>
  );
}

export function Pairing({ page: { plugins, devices, accounts, default_sharing } }: Props) {
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
    <div className="panel-body pairing">
      {pairing !== null && (
        <CodePairing key={pairing.id} pairing={pairing} titles={plugins.by_code} own={accounts} onEnd={end} />
      )}
      {made !== null && <TokenPairing key={made.id} made={made} own={accounts} onEnd={end} />}
      {pairing === null && made === null && (
        <PairingStart
          plugins={plugins}
          hasDevices={devices.some(({ status }) => status === 'active')}
          defaultSharing={default_sharing}
          openerRef={openerRef}
          onCode={change}
          onToken={setMade}
        />
      )}
    </div>
  );
}

interface TokenPairingProps {
  readonly made: NewDeviceToken;
  readonly own: readonly OwnAccount[];
  readonly onEnd: () => void;
}

/** The settings are kept nowhere else. */
function TokenPairing({ made, own, onEnd }: TokenPairingProps) {
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
            Waiting for the first report of {title}: {made.first_report}. Settings that no plugin uses within
            30 days expire.
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
