import { Link, useParams } from 'react-router';
import type { AccountPart } from '../../../../shared/domain/account-part.ts';
import { pagePaths } from '../../page-paths.ts';
import { readPageSettings } from '../browser/page-settings.ts';
import type { OwnPageAnswer } from '../console-api/answers.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useSession } from '../console-api/use-session.ts';
import { useOwnAccounts } from '../read-api/use-readable-accounts.ts';

interface Props {
  readonly part: AccountPart;
  /** Says how the player makes a plugin send the part. */
  readonly hint?: string;
  /** The title above names the part. */
  readonly isShort?: boolean;
}

/** Says which plugins can fill an empty part, or that one of the player's plugins can. */
export function NothingSent(props: Props) {
  const { id = '' } = useParams();
  const isMember = useSession() !== null;
  const isOwn = useOwnAccounts().includes(id) && isMember;
  return isOwn ? <NothingOwnSent {...props} /> : <Senders {...props} />;
}

function NothingOwnSent(props: Props) {
  const { part, hint, isShort } = props;
  const { body } = useConsoleAnswer<OwnPageAnswer>('me', { everyMs: false });
  if (!body?.devices.some(({ plugin_title: title }) => sendersOf(part).includes(title))) {
    return <Senders {...props} canPair />;
  }
  return (
    <p className="notice">
      {isShort ? 'Nothing' : `No ${part}`} received yet. {hint}
    </p>
  );
}

function Senders({ part, hint, isShort = false, canPair = false }: Props & { readonly canPair?: boolean }) {
  const senders = sendersOf(part);
  return (
    <p className="notice">
      {isShort ? 'Not sent yet.' : `No plugin has sent this yet (${part}).`} Plugins that send it:{' '}
      {senders.length === 0 ? 'none' : senders.join(', ')}. {hint}{' '}
      {canPair && !isShort && <Link to={pagePaths.me}>Pair a plugin</Link>}
    </p>
  );
}

function sendersOf(part: AccountPart): readonly string[] {
  return readPageSettings().senders[part] ?? [];
}
