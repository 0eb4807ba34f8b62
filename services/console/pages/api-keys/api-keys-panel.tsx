import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { dayMs } from '../../../../shared/domain/durations.ts';
import { pagePaths } from '../../page-paths.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { nameColumn, numberColumn, timeColumn } from '../common/table/columns.tsx';
import { type Column, DataTable } from '../common/table/data-table.tsx';
import { accountName, isolateName } from '../common/text/account-name.ts';
import { allCategories, categoryNames } from '../common/text/category-name.ts';
import { exactDate } from '../common/text/format.ts';
import { Name, Names } from '../common/text/isolated-name.tsx';
import { TimeAgo } from '../common/text/time-ago.tsx';
import type { ApiKeyData, SavedApiKey } from '../console-api/answers.ts';
import { ApiKeyEditor } from './api-key-editor.tsx';
import { ApiKeySecret } from './api-key-secret.tsx';

interface Props {
  readonly title: string;
  readonly route: 'me/keys' | 'admin/keys';
  readonly keys: readonly ApiKeyData[];
  readonly accounts: readonly { readonly id: string; readonly name: string | null }[];
  readonly help: string;
  /** Keys of other members can only be revoked. */
  readonly isRevokeOnly?: boolean;
}

interface MadeKey {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  readonly isInEffect: boolean;
}

export function ApiKeysPanel({ title, route, keys, accounts, help, isRevokeOnly = false }: Props) {
  /** An id, `new` or `nothing`. */
  const [editing, setEditing] = useState('nothing');
  const [made, setMade] = useState<MadeKey | null>(null);
  const active = keys.filter(({ status }) => status === 'active');
  const ended = keys.filter(({ status }) => status !== 'active');
  const onSaved = (saved: SavedApiKey) => {
    setEditing('nothing');
    if (!('key' in saved)) return;
    setMade({ id: saved.id, name: saved.name, secret: saved.key, isInEffect: saved.status === 'active' });
  };
  const close = () => setEditing('nothing');
  const isNew = editing === 'new';
  const actions = !isRevokeOnly && (
    <button
      type="button"
      className="chip"
      aria-expanded={isNew}
      onClick={() => setEditing(isNew ? 'nothing' : 'new')}
    >
      Create a key
    </button>
  );
  return (
    <Panel title={title} actions={actions}>
      <p className="panel-body dim small">{help}</p>
      {made !== null && ended.every(({ id }) => id !== made.id) && (
        <ApiKeySecret key={made.secret} {...made} onKept={() => setMade(null)} />
      )}
      {isNew && (
        <ApiKeyEditor route={route} before={null} accounts={accounts} onSaved={onSaved} onCancel={close} />
      )}
      <KeyTable
        keys={active}
        accounts={accounts}
        route={route}
        isRevokeOnly={isRevokeOnly}
        onEdit={setEditing}
        below={(key) =>
          key.id === editing ? (
            <ApiKeyEditor route={route} before={key} accounts={accounts} onSaved={onSaved} onCancel={close} />
          ) : null
        }
      />
      {ended.length > 0 && <p className="panel-body dim small">{endedText(ended.length)}</p>}
    </Panel>
  );
}

function endedText(count: number): string {
  return count === 1 ? '1 key was revoked or has expired.' : `${count} keys were revoked or have expired.`;
}

interface TableProps extends Pick<Props, 'keys' | 'accounts' | 'route'> {
  readonly isRevokeOnly: boolean;
  readonly onEdit: (id: string) => void;
  readonly below: (key: ApiKeyData) => ReactNode;
}

function KeyTable({ keys, accounts, route, isRevokeOnly, onEdit, below }: TableProps) {
  const nameOf = (id: string) => {
    const account = accounts.find((each) => each.id === id);
    return account === undefined
      ? `An account that is not listed here (…${id.slice(-4)})`
      : accountName(account);
  };
  return (
    <DataTable
      label={isRevokeOnly ? 'Keys of members' : 'API keys'}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          ...nameColumn<ApiKeyData>('Purpose', ({ name }) => name),
          cell: ({ name, prefix }) => (
            <>
              <Name of={name} /> <span className="dim small">hub_{prefix}_…</span>
            </>
          ),
        },
        ...(isRevokeOnly ? [nameColumn<ApiKeyData>('Member', ({ member }) => member)] : []),
        nameColumn<ApiKeyData>('Categories', ({ categories }) =>
          categories.length === allCategories.length ? 'all' : categoryNames(categories),
        ),
        {
          title: 'Accounts',
          cell: ({ accounts: ids }) => (ids === null ? 'all' : <Names of={ids.map(nameOf)} />),
        },
        ...(route === 'admin/keys' && !isRevokeOnly
          ? [numberColumn<ApiKeyData>('Requests a minute', (key) => key.rate_limit_per_minute), createdColumn]
          : []),
        {
          ...timeColumn<ApiKeyData>('Last used', ({ last_used_at: at }) => at),
          cell: (key) => <LastUse of={key} />,
        },
        {
          ...timeColumn<ApiKeyData>('Expires', ({ expires_at: at }) => at),
          cell: (key) => <ExpiresAt of={key} />,
        },
      ]}
      actions={(key) => (
        <span className="row wrap">
          {!isRevokeOnly && (
            <button type="button" aria-label={`Change the key ${key.name}`} onClick={() => onEdit(key.id)}>
              Change
            </button>
          )}
          <CommandButton
            label="Revoke"
            path={`${route}/${key.id}/revoke`}
            what={`Revoke the key ${isolateName(key.name)}`}
            ask="Programs that read with this key are refused at once."
            isDangerous
          />
        </span>
      )}
      below={below}
      whenEmpty={isRevokeOnly ? 'No member has a key.' : 'No active key: “Create a key” above.'}
    />
  );
}

const createdColumn: Column<ApiKeyData> = {
  ...timeColumn('Created', ({ created_at: at }) => at),
  cell: ({ created_at: at, prefix }) => (
    <Link to={`${pagePaths.adminAudit}?subject=${prefix}`} title="By whom: see the audit log">
      <TimeAgo at={at} />
    </Link>
  ),
};

const unusedDays = 30;

function LastUse({ of: { last_used_at: at, created_at: createdAt } }: { readonly of: ApiKeyData }) {
  const isUnused = Date.now() - Date.parse(at ?? createdAt) > unusedDays * dayMs;
  return (
    <>
      <TimeAgo at={at} />
      {isUnused && <span className="stale small"> unused for {unusedDays} days</span>}
    </>
  );
}

function ExpiresAt({ of }: { readonly of: ApiKeyData }) {
  const { expires_at: at, kind, accounts } = of;
  if (at !== null) return <time dateTime={at}>{exactDate(Date.parse(at))}</time>;
  if (kind === 'user' || accounts !== null) return <span className="dim">never</span>;
  return <span className="stale small">never, and for all accounts: give it an end</span>;
}
