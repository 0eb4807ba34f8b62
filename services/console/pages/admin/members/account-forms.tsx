import { useEffect, useState } from 'react';
import { CommandButton } from '../../commands/command-button.tsx';
import { NameSelect } from '../../common/fields/name-select.tsx';
import { accountName, isolateName } from '../../common/text/account-name.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import type { GuildAccount, MemberData } from '../admin-answers.ts';

/** Empty when nothing is chosen, or the choice has disappeared. */
function useChoice(members: readonly MemberData[]) {
  const [chosen, choose] = useState('');
  const isChoice = members.some(({ id }) => id === chosen);
  useEffect(() => {
    if (!isChoice) choose('');
  }, [isChoice]);
  return [isChoice ? chosen : '', choose] as const;
}

const none = 'Choose a member…';

interface OwnerProps {
  readonly route: string;
  readonly name: string;
  readonly members: readonly MemberData[];
}

export function OwnerForm({ route, name, members }: OwnerProps) {
  const [chosen, setChosen] = useChoice(members);
  return (
    <div className="row wrap">
      <NameSelect label="New owner" none={none} choices={members} chosen={chosen} onChoose={setChosen} />
      <CommandButton
        label="Make owner"
        disabled={chosen === ''}
        path={`${route}/owner`}
        body={{ member_id: chosen }}
        what={`Change the owner of ${isolateName(name)}`}
        ask="The new owner decides who sees it from then on."
      />
    </div>
  );
}

interface BlockProps {
  readonly account: GuildAccount;
  /** Active members. */
  readonly members: readonly MemberData[];
}

export function BlockForm({ account, members }: BlockProps) {
  const name = accountName(account);
  const blocked = members.filter((each) => account.blocked.includes(each.name));
  const others = members.filter(
    (each) => !account.blocked.includes(each.name) && each.name !== account.owner,
  );
  const [chosen, setChosen] = useChoice(others);
  return (
    <>
      {blocked.map((member) => (
        <div key={member.id} className="row wrap">
          <Name of={member.name} />
          <CommandButton
            label="Allow again"
            path={`admin/accounts/${account.id}/unblock`}
            body={{ member_id: member.id }}
            what={`Let ${isolateName(member.name)} report ${isolateName(name)} again`}
          />
        </div>
      ))}
      <div className="row wrap">
        <NameSelect
          label="Member to block"
          none={none}
          choices={others}
          chosen={chosen}
          onChoose={setChosen}
        />
        <CommandButton
          label="Block"
          disabled={chosen === ''}
          path={`admin/accounts/${account.id}/block`}
          body={{ member_id: chosen }}
          what={`Block the member from reporting ${isolateName(name)}`}
        />
      </div>
    </>
  );
}
