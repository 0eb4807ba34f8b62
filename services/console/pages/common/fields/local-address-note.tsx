import type { LocalAddressData } from '../../console-api/answers.ts';
import { CopyButton } from './copy-button.tsx';
import './fields.css';

interface Props {
  /** Null when other machines reach the address. */
  readonly local: LocalAddressData | null;
  /** Contains the address. */
  readonly text: string;
  /** The kind of the text: `link`. */
  readonly what: string;
}

export function LocalAddressNote({ local, text, what }: Props) {
  if (local === null) return null;
  const { origin, network_origins: others } = local;
  return (
    <div className="local-address" role="status">
      <p className="stale small">
        {origin} works on the hub’s own machine only. For players elsewhere, the hub has to be started with
        PUBLIC_URL, the address by which they reach it.
      </p>
      {others.length > 0 && <p className="small">On another machine of the hub’s network, use instead:</p>}
      {others.map((other) => (
        <p key={other} className="small">
          <code>{text.replace(origin, other)}</code>{' '}
          <CopyButton label={`Copy the ${what} for the network`} text={text.replace(origin, other)} />
        </p>
      ))}
    </div>
  );
}
