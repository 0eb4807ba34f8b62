import { useState } from 'react';
import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { categoryNames } from '../common/category-name.ts';
import { CopyButton } from '../common/copy-button.tsx';
import { Panel } from '../common/panel.tsx';
import { useNow } from '../common/time-ago.tsx';
import type { NewPairingCode, PairingState } from '../console/answers.ts';
import { CommandResult } from '../console/command-note.tsx';
import { useCommand } from '../console/use-command.ts';
import { useMember } from '../console/use-session.ts';
import { keepPairing, keptPairing } from './kept-pairing.ts';
import { isOver } from './pairing-state.ts';
import { usePairing } from './use-pairing.ts';

interface Props {
  readonly hasDevices: boolean;
}

/** Pairs a plugin: a code, and then what came of it until the first report was there. */
export function PairingPanel({ hasDevices }: Props) {
  const command = useCommand<NewPairingCode>();
  const { member } = useMember();
  const [pairing, setPairing] = useState(() => keptPairing(sessionStorage, member.id, Date.now()));
  const change = (next: NewPairingCode | null) => {
    keepPairing(sessionStorage, member.id, next);
    setPairing(next);
  };
  const begin = async () => {
    const wish = { path: 'me/pairing-codes', what: 'Make a pairing code', showsSecret: true };
    const code = await command.give(wish);
    if (code !== null) change(code);
  };
  return (
    <Panel title="Pair a plugin">
      <div className="panel-body pairing">
        {pairing === null ? (
          <>
            <p className={hasDevices ? 'dim' : undefined}>
              {hasDevices
                ? 'Each game client that reports is paired once.'
                : 'No game client of yours reports yet. Pair its plugin, and your accounts appear here and on the map.'}
            </p>
            <button
              type="button"
              className={hasDevices ? undefined : 'primary'}
              aria-disabled={command.running}
              onClick={begin}
            >
              Pair a plugin
            </button>
          </>
        ) : (
          <Pairing key={pairing.id} pairing={pairing} onEnd={() => change(null)} />
        )}
        <CommandResult use={command} />
      </div>
    </Panel>
  );
}

interface PairingProps {
  readonly pairing: NewPairingCode;
  readonly onEnd: () => void;
}

function Pairing({ pairing, onEnd }: PairingProps) {
  const { latest, state } = usePairing(pairing.id);
  return (
    <>
      {state === 'waiting' && <CodeToEnter pairing={pairing} />}
      <div role="status">
        {state === 'waiting' && <p className="dim">Waiting for the plugin…</p>}
        {state === 'paired' && <p>Paired. Waiting for its first report: log in to the game with it.</p>}
        {state === 'reported' && latest !== undefined && <WhatItSaw state={latest} />}
        {state === 'expired' && <p>The code was not used in time. Make another.</p>}
        {state === 'forgotten' && (
          <p>
            The code can be used no more. If a plugin was paired with it, it is listed below; if not, make
            another.
          </p>
        )}
      </div>
      <button type="button" onClick={onEnd}>
        {isOver(state) ? 'Done' : 'Leave it'}
      </button>
    </>
  );
}

/**
 * Most minutes left that are shown of a new code: the viewer's clock may be behind, and what the page takes for now ten
 * seconds old.
 */
const lifeMinutes = 5;

function CodeToEnter({
  pairing: { code, address, expires_at: expiresAt },
}: {
  readonly pairing: NewPairingCode;
}) {
  const left = Math.round((Date.parse(expiresAt) - useNow()) / 60_000);
  const minutes = Math.min(lifeMinutes, Math.max(1, left));
  return (
    <ol className="pairing-steps">
      <li>
        Open the plugin’s panel in your game client, and enter this address as its endpoint URL:{' '}
        <code>{address}</code> <CopyButton label="Copy the address" text={address} />
      </li>
      <li>
        Enter this code there, within {minutes === 1 ? 'a minute' : `${minutes} minutes`}:{' '}
        <p className="pairing-code">{code}</p>
      </li>
    </ol>
  );
}

function WhatItSaw({ state: { accounts, categories } }: { readonly state: PairingState }) {
  if (accounts.length === 0) {
    return <p>Its first report is there, of an account whose owner does not share with you what it says.</p>;
  }
  const names = accounts.map(({ id, name }) => name ?? id);
  return (
    <p>
      It reports: <strong>{names.join(', ')}</strong>
      {categories.length > 0 && ` with ${categoryNames(categories)}`}.{' '}
      <Link to={pagePaths.live}>See it on the map</Link>, and choose below who else may.
    </p>
  );
}
