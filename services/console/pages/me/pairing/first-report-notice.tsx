import { Link } from 'react-router';
import { pagePaths } from '../../../page-paths.ts';
import { accountName } from '../../common/text/account-name.ts';
import { allCategories, categoryNames } from '../../common/text/category-name.ts';
import { Name, Names } from '../../common/text/isolated-name.tsx';
import { guildSeesText } from '../../common/text/sharing-text.ts';
import type { OwnAccount, PairingAnswer } from '../../console-api/answers.ts';
import { MessageKinds } from '../../devices/device-contact.tsx';

interface Props {
  readonly state: PairingAnswer;
  /** Asked after the report. */
  readonly own: readonly OwnAccount[];
}

export function FirstReport({ state: { accounts, categories }, own }: Props) {
  if (accounts.length === 0) {
    return <p>Its first report has arrived. The owner of the reported account does not share it with you.</p>;
  }
  const shown = accounts.map((account) => own.find(({ id }) => id === account.id) ?? account);
  const mine = own.filter(({ id }) => accounts.some((account) => account.id === id));
  return (
    <>
      <p>
        It reports:{' '}
        <strong>
          <Names of={shown.map(accountName)} />
        </strong>
        {categories.length > 0 && ` with ${categoryNames(categories)}`}.
      </p>
      <p>
        <Link to={pagePaths.live}>See it on the map</Link>
      </p>
      {mine.map((account) => (
        <p key={account.id}>
          {mine.length > 1 && (
            <>
              <Name of={accountName(account)} />:{' '}
            </>
          )}
          {sharedText(account)}
        </p>
      ))}
      {mine.length > 0 && <p className="dim">Change it below, under Sharing.</p>}
    </>
  );
}

function sharedText({ sharing }: OwnAccount): string {
  const shared = allCategories.filter((category) => sharing[category].audience === 'guild');
  const isSharedWithSome = Object.values(sharing).some(({ audience }) => audience === 'selected');
  return guildSeesText(shared, { isSharedWithSome });
}

export function ArrivedKinds({ device }: Pick<PairingAnswer, 'device'>) {
  if (device === null || device.messages.length === 0) return null;
  return (
    <section aria-label="Messages that have arrived">
      <p>Messages of the plugin so far:</p>
      <MessageKinds messages={device.messages} />
    </section>
  );
}

export function PairingWarning({ device }: { readonly device: PairingAnswer['device'] | undefined }) {
  return device?.warning ? <p className="stale">{device.warning}</p> : null;
}
