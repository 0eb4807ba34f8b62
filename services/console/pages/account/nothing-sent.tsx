import { Link, useParams } from 'react-router';
import type { AccountPart } from '../../../../shared/domain/account-part.ts';
import { pagePaths } from '../../page-paths.ts';
import { readPageSettings } from '../browser/page-settings.ts';
import { useSession } from '../console-api/use-session.ts';
import { useOwnAccounts } from '../read-api/use-readable-accounts.ts';

interface Props {
  readonly part: AccountPart;
  /** Says how the player makes a plugin send the part. */
  readonly hint?: string;
  /** The title above names the part. */
  readonly isShort?: boolean;
}

/** Says which plugins can fill an empty part. */
export function NothingSent({ part, hint, isShort = false }: Props) {
  const { id = '' } = useParams();
  const isMember = useSession() !== null;
  const canPair = useOwnAccounts().includes(id) && isMember;
  const senders = readPageSettings().senders[part] ?? [];
  return (
    <p className="notice">
      {isShort ? 'Not sent yet.' : `No plugin has sent this yet (${part}).`} Plugins that send it:{' '}
      {senders.length === 0 ? 'none' : senders.join(', ')}. {hint}{' '}
      {canPair && !isShort && <Link to={pagePaths.me}>Pair a plugin</Link>}
    </p>
  );
}
