import { type FormEvent, useState } from 'react';
import type { Audience } from '../../../../../shared/domain/category.ts';
import { useFocusOnOpen } from '../../browser/focus.ts';
import { FormActions } from '../../commands/form-actions.tsx';
import { useCommand } from '../../commands/use-command.ts';
import { filterOffered, NameChoice } from '../../common/fields/name-choice.tsx';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { accountName, isolateName } from '../../common/text/account-name.ts';
import { categoryNames } from '../../common/text/category-name.ts';
import type { NamedMember, OwnAccount } from '../../console-api/answers.ts';
import { useMemberSession } from '../../console-api/use-session.ts';
import { commonSharing, type SharingSelection } from './sharing-selection.ts';

interface Props {
  readonly selection: SharingSelection;
  readonly accounts: readonly OwnAccount[];
  readonly members: readonly NamedMember[];
  readonly onDone: () => void;
}

function chosenAudience(form: HTMLElement): HTMLElement | null {
  const choices = [...form.querySelectorAll<HTMLElement>('.segments button')];
  return choices.find((choice) => choice.ariaPressed === 'true') ?? choices[0] ?? null;
}

const audiences: readonly Audience[] = ['guild', 'selected', 'private'];
const meaning: Readonly<Record<Audience, string>> = {
  guild: 'Every member of the guild sees it. Services of the guild, such as a Discord bot, also see it.',
  selected: 'Only the members that you choose see it, and no service sees it.',
  private: 'Only you see it.',
};

export function AudienceForm({ selection, accounts, members, onDone }: Props) {
  const { member } = useMemberSession();
  const command = useCommand();
  const form = useFocusOnOpen<HTMLFormElement>(chosenAudience);
  const shared = commonSharing(selection, accounts);
  const [audience, setAudience] = useState<Audience | null>(shared?.audience ?? null);
  const [chosen, setChosen] = useState<readonly string[]>(shared?.members ?? []);
  const others = members.filter(({ id }) => id !== member.id);
  const memberIds = filterOffered(chosen, others);
  const isIncomplete = audience === null || (audience === 'selected' && memberIds.length === 0);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      account_ids: selection.accountIds,
      categories: selection.categories,
      audience,
      ...(audience === 'selected' && { member_ids: memberIds }),
    };
    const what = `Share ${textOfSelection(selection, accounts)}`;
    if ((await command.give({ path: 'me/sharing', body, what })) !== null) onDone();
  };
  return (
    <form
      className="command-form sharing-form"
      ref={form}
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && onDone()}
      aria-label="Audience"
    >
      <h3>{textOfSelection(selection, accounts)}</h3>
      <div className="row wrap">
        <SegmentedControl label="Audience" choices={audiences} chosen={audience} onChoose={setAudience} />
        <span className="dim small">
          {audience === null ? 'The selected cells have different audiences.' : meaning[audience]}
        </span>
      </div>
      {audience === 'selected' && (
        <NameChoice
          label="With whom"
          choices={others}
          chosen={memberIds}
          onChange={setChosen}
          whenEmpty="The guild has no other member yet."
        />
      )}
      <FormActions submit="Save" use={command} disabled={isIncomplete} onLeave={onDone} />
    </form>
  );
}

function textOfSelection(selection: SharingSelection, accounts: readonly OwnAccount[]): string {
  const named = accounts.filter(({ id }) => selection.accountIds.includes(id));
  const what = categoryNames(selection.categories);
  const whose =
    named.length === accounts.length && named.length > 1
      ? 'all accounts'
      : named.map((account) => isolateName(accountName(account))).join(', ');
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} of ${whose}`;
}
