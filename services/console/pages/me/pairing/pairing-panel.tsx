import { useState } from 'react';
import { useFocusReturn } from '../../browser/focus.ts';
import { Panel } from '../../common/panel/panel.tsx';
import type { NewDeviceToken, NewPairingCode, OwnPageAnswer } from '../../console-api/answers.ts';
import { useMemberSession } from '../../console-api/use-session.ts';
import { CodePairing } from './code-pairing.tsx';
import { PairingStart } from './pairing-start.tsx';
import { readStoredPairingCode, storePairingCode } from './stored-pairing-code.ts';
import { TokenPairing } from './token-pairing.tsx';

interface Props {
  readonly page: Pick<OwnPageAnswer, 'plugins' | 'devices' | 'accounts' | 'default_sharing'>;
}

export function PairingPanel({ page: { plugins, devices, accounts, default_sharing } }: Props) {
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
          <CodePairing
            key={pairing.id}
            pairing={pairing}
            titles={plugins.by_code}
            own={accounts}
            onEnd={end}
          />
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
    </Panel>
  );
}
