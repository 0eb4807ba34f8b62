import { type FormEvent, useState } from 'react';
import type { Category } from '../../../../shared/domain/category.ts';
import { useFocusOnOpen } from '../browser/focus.ts';
import { FormActions } from '../commands/form-actions.tsx';
import { useCommand } from '../commands/use-command.ts';
import { CategoryChoice } from '../common/fields/category-choice.tsx';
import { filterOffered, NameChoice } from '../common/fields/name-choice.tsx';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { isolateName } from '../common/text/account-name.ts';
import { categoriesWithDefault } from '../common/text/category-name.ts';
import type { ApiKeyData, SavedApiKey } from '../console-api/answers.ts';
import { expiryAfterDays } from './expiry.ts';
import { ExpiryChoice } from './expiry-choice.tsx';

interface Props {
  readonly route: 'me/keys' | 'admin/keys';
  /** Null creates a key. */
  readonly before: ApiKeyData | null;
  readonly accounts: readonly { readonly id: string; readonly name: string | null }[];
  readonly onSaved: (key: SavedApiKey) => void;
  readonly onCancel: () => void;
}

/** A forgotten key must end. A service of the guild runs for longer than a script. */
const startingValues = {
  'me/keys': { categories: categoriesWithDefault, days: 90 },
  'admin/keys': { categories: [], days: 365 },
} as const;
const [rateDefault, rateMax] = [600, 6_000];

export function ApiKeyEditor({ route, before, accounts, onSaved, onCancel }: Props) {
  const command = useCommand<SavedApiKey>();
  const form = useFocusOnOpen<HTMLFormElement>();
  const start = startingValues[route];
  // The values when the form was opened: changes of others are not overwritten.
  const [first] = useState(before);
  const [name, setName] = useState(first?.name ?? '');
  const [read, setRead] = useState<readonly Category[]>(first?.categories ?? start.categories);
  /** Undefined keeps the stored accounts, including accounts that the form cannot show. */
  const [bound, setBound] = useState<readonly string[] | null | undefined>(
    before === null ? null : undefined,
  );
  const asked = bound === undefined ? before?.accounts : bound;
  const accountIds = asked ? filterOffered(asked, accounts) : null;
  /** Undefined keeps the stored value. */
  const [days, setDays] = useState<number | null | undefined>(before === null ? start.days : undefined);
  const [rate, setRate] = useState(first?.rate_limit_per_minute ?? rateDefault);
  const label = name.trim();
  const changes = changesOf(first, {
    name: label,
    categories: read,
    days,
    ...(route === 'admin/keys' && { rate }),
    ...(bound !== undefined && { accountIds }),
  });
  const isEmpty = label === '' || read.length === 0 || (bound !== undefined && accountIds?.length === 0);
  const isIncomplete = isEmpty || Object.keys(changes).length === 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await command.give({
      path: before === null ? route : `${route}/${before.id}`,
      body: changes,
      what: `${before === null ? 'Create' : 'Change'} the key ${isolateName(label)}`,
      showsSecret: before === null,
    });
    if (saved !== null) onSaved(saved);
  };
  return (
    <form
      ref={form}
      className="command-form"
      onSubmit={submit}
      aria-label={before === null ? 'A new key' : 'Change a key'}
    >
      <div className="fields">
        <label className="field">
          Purpose
          <input
            type="text"
            value={name}
            maxLength={64}
            required
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <ExpiryField days={days} onChange={setDays} />
        {route === 'admin/keys' && <RateField rate={rate} onChange={setRate} />}
      </div>
      <CategoryChoice legend="Categories that it reads" chosen={read} onChange={setRead} />
      {read.length === 0 && <p className="dim small">Choose at least one category.</p>}
      <AccountScope accounts={accounts} chosen={accountIds} onChange={setBound} />
      <FormActions
        submit={before === null ? 'Create the key' : 'Save'}
        use={command}
        disabled={isIncomplete}
        onLeave={onCancel}
      />
    </form>
  );
}

/** Undefined keeps the stored value. */
interface ApiKeyInput {
  readonly name: string;
  readonly categories: readonly Category[];
  readonly rate?: number;
  readonly accountIds?: readonly string[] | null;
  readonly days: number | null | undefined;
}

/** A new key has all fields. */
function changesOf(
  before: ApiKeyData | null,
  { name, categories, rate, accountIds, days }: ApiKeyInput,
): object {
  return {
    ...(name !== before?.name && { name }),
    ...(categories.join() !== before?.categories.join() && { categories }),
    ...(accountIds !== undefined && { account_ids: accountIds }),
    ...(days !== undefined && { expires_at: expiryAfterDays(days, Date.now()) }),
    ...(rate !== undefined && rate !== before?.rate_limit_per_minute && { rate_limit_per_minute: rate }),
  };
}

interface ExpiryProps {
  readonly days: number | null | undefined;
  readonly onChange: (days: number | null) => void;
}

function ExpiryField({ days, onChange }: ExpiryProps) {
  const [hasPressed, setHasPressed] = useState(false);
  if (days !== undefined) return <ExpiryChoice days={days} onChange={onChange} isFocused={hasPressed} />;
  const open = () => {
    setHasPressed(true);
    onChange(null);
  };
  return (
    <button type="button" onClick={open}>
      Change when it expires
    </button>
  );
}

function RateField({ rate, onChange }: { readonly rate: number; readonly onChange: (rate: number) => void }) {
  return (
    <label className="field">
      Requests a minute
      <input
        type="number"
        min={1}
        max={rateMax}
        value={rate}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </label>
  );
}

const scopes = ['all_accounts', 'some_accounts'] as const;

interface ScopeProps extends Pick<Props, 'accounts'> {
  /** Null means every account that the key may read. */
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: readonly string[] | null) => void;
}

function AccountScope({ accounts, chosen, onChange }: ScopeProps) {
  const scope = chosen === null ? 'all_accounts' : 'some_accounts';
  return (
    <>
      <SegmentedControl
        label="Accounts that it reads"
        choices={scopes}
        chosen={scope}
        onChoose={(next) => next !== scope && onChange(next === 'all_accounts' ? null : [])}
      />
      {chosen !== null && (
        <NameChoice
          label="Accounts"
          choices={accounts}
          chosen={chosen}
          onChange={onChange}
          whenEmpty="No account yet."
        />
      )}
    </>
  );
}
