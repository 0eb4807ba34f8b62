import { useState } from 'react';
import { CommandButton } from '../../console/command-button.tsx';
import { TypedCommand } from '../../console/typed-command.tsx';
import type { AccountOfGuild, ErasureAnswer, MemberData } from '../admin-answers.ts';
import { erasedText } from './erased-text.ts';

interface Props {
  readonly account: AccountOfGuild;
  /** Active ones. */
  readonly members: readonly MemberData[];
  readonly onEnd: () => void;
  readonly onErased: (text: string) => void;
}

/** What an admin changes of an account, up to erasing it. */
export function AccountEditor({ account, members, onEnd, onErased }: Props) {
  const { id } = account;
  const name = account.name ?? id;
  const route = `admin/accounts/${id}`;
  return (
    <section className="manage" aria-label={`Change the account ${name}`}>
      <div className="manage-part">
        <h3>Owner of {name}</h3>
        <p className="dim small">Who owns it decides who sees it. Sharing stays as it is.</p>
        <OwnerForm
          route={route}
          name={name}
          members={members.filter((each) => each.name !== account.owner)}
        />
      </div>
      <div className="manage-part">
        <h3>Who may not report it</h3>
        <BlockForm account={account} members={members} />
      </div>
      <div className="manage-part">
        <h3>Lower xp</h3>
        <p className="dim small">
          A drop of xp is taken into the history after a day. When it is no mistake, it can be taken at once.
        </p>
        <CommandButton
          label="Take it now"
          path={`${route}/correct-xp`}
          what={`Take the lower xp of ${name}`}
          done="Taken, where there was any."
        />
      </div>
      <div className="manage-part">
        <h3>Erase</h3>
        <p className="dim small">
          Everything of {name} is gone from every page, the log and the backups, for good. What is reported
          afterwards starts from nothing.
        </p>
        <TypedCommand<ErasureAnswer>
          label="Erase"
          word={name}
          path={`${route}/erase`}
          what={`Erase the account ${name}`}
          bodyOf={(typed) => ({ name: typed })}
          onDone={(answer) => onErased(erasedText(name, answer))}
        />
      </div>
      <div>
        <button type="button" onClick={onEnd}>
          Close
        </button>
      </div>
    </section>
  );
}

interface ChoiceProps {
  readonly members: readonly MemberData[];
  readonly chosen: string;
  readonly label: string;
  readonly onChoose: (id: string) => void;
}

function MemberChoice({ members, chosen, label, onChoose }: ChoiceProps) {
  return (
    <select aria-label={label} value={chosen} onChange={({ target }) => onChoose(target.value)}>
      <option value="">Choose a member…</option>
      {members.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface OwnerProps {
  readonly route: string;
  readonly name: string;
  readonly members: readonly MemberData[];
}

function OwnerForm({ route, name, members }: OwnerProps) {
  const [chosen, setChosen] = useState('');
  return (
    <div className="row wrap">
      <MemberChoice members={members} chosen={chosen} label="New owner" onChoose={setChosen} />
      <CommandButton
        label="Make owner"
        disabled={chosen === ''}
        path={`${route}/owner`}
        body={{ member_id: chosen }}
        what={`Change the owner of ${name}`}
        ask="They decide who sees it from then on."
      />
    </div>
  );
}

function BlockForm({ account, members }: Pick<Props, 'account' | 'members'>) {
  const [chosen, setChosen] = useState('');
  const name = account.name ?? account.id;
  const blocked = members.filter((each) => account.blocked.includes(each.name));
  const others = members.filter(
    (each) => !account.blocked.includes(each.name) && each.name !== account.owner,
  );
  return (
    <>
      {blocked.map((member) => (
        <div key={member.id} className="row wrap">
          {member.name}
          <CommandButton
            label="Let them again"
            path={`admin/accounts/${account.id}/unblock`}
            body={{ member_id: member.id }}
            what={`Let ${member.name} report ${name} again`}
          />
        </div>
      ))}
      <div className="row wrap">
        <MemberChoice members={others} chosen={chosen} label="Whom to block" onChoose={setChosen} />
        <CommandButton
          label="Block"
          disabled={chosen === ''}
          path={`admin/accounts/${account.id}/block`}
          body={{ member_id: chosen }}
          what={`Keep them from reporting ${name}`}
        />
      </div>
    </>
  );
}
