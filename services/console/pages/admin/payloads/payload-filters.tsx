import { useSearchParams } from 'react-router';
import { NameSelect } from '../../common/fields/name-select.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { RangeField } from '../../events/range-form.tsx';
import type { AccountsAnswer, DevicesAnswer, PayloadsAnswer } from '../admin-answers.ts';

const none = { account: '', device: '', kind: '', outcome: '', before: '' };
type PayloadFilters = typeof none;
type Choose = (chosen: Partial<PayloadFilters>, isReplaced?: boolean) => void;

/** The hub stores accepted reports only. */
export const outcomeTexts = {
  used: 'accepted',
  'unknown account': 'not used: names no known account',
} as const;

/** Empty values filter nothing. A new filter begins with the newest reports. */
export function usePayloadFilters(): [PayloadFilters, Choose] {
  const [search, setSearch] = useSearchParams();
  const filters = { ...none };
  for (const name of Object.keys(none) as (keyof PayloadFilters)[]) filters[name] = search.get(name) ?? '';
  const choose: Choose = (chosen, isReplaced = true) => {
    const set = Object.entries({ ...filters, before: '', ...chosen }).filter(([, value]) => value !== '');
    setSearch(new URLSearchParams(set), { replace: isReplaced });
  };
  return [filters, choose];
}

interface Props {
  readonly filters: PayloadFilters;
  readonly onChoose: Choose;
  readonly devices: DevicesAnswer['devices'];
  readonly kinds: PayloadsAnswer['all_kinds'];
}

export function PayloadFilterFields({ filters, onChoose, devices, kinds }: Props) {
  const accounts = useConsoleAnswer<AccountsAnswer>('admin/accounts', { everyMs: false }).body?.accounts;
  const at = Number.parseInt(filters.before, 10);
  const named = devices.map(({ id, member, name, plugin_title: title }) => ({
    id,
    name: `${member ?? 'nobody'}: ${name ?? title ?? id}`,
  }));
  const choices = {
    account: accounts ?? [],
    device: named,
    kind: kinds.map((kind) => ({ id: kind, name: kind })),
    outcome: Object.entries(outcomeTexts).map(([id, name]) => ({ id, name })),
  };
  return (
    <span className="payload-filters">
      {(['account', 'device', 'kind', 'outcome'] as const).map((part) => (
        <NameSelect
          key={part}
          label={part.charAt(0).toUpperCase() + part.slice(1)}
          none={`every ${part}`}
          choices={choices[part]}
          chosen={filters[part]}
          onChoose={(id) => onChoose({ [part]: id })}
        />
      ))}
      <span className="small">
        <RangeField
          label="Until"
          end={Number.isSafeInteger(at) ? new Date(Math.min(at, Date.now())).toISOString() : ''}
          onEnd={(end) => onChoose({ before: end && String(Date.parse(end)) })}
        />
      </span>
    </span>
  );
}
