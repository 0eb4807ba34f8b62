import { useState } from 'react';
import { TypedCommand } from '../commands/typed-command.tsx';
import { accountName } from '../common/text/account-name.ts';
import { Name, Names } from '../common/text/isolated-name.tsx';
import type { ErasureDecision, MemberErasureAnswer, MemberErasurePreview } from '../console-api/answers.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import '../common/fields/fields.css';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly path: string;
  readonly accountsPath: string;
  readonly what: string;
  readonly onDone: (answer: MemberErasureAnswer) => void;
}

export function EraseMemberForm({ accountsPath, ...command }: Props) {
  const { body } = useConsoleAnswer<MemberErasurePreview>(accountsPath);
  const [decision, setDecision] = useState<ErasureDecision | null>(null);
  const alone = body?.without_owner ?? [];
  return (
    <>
      {body?.passed_on.map((account) => (
        <p key={account.id} className="dim small">
          <Name of={accountName(account)} /> passes to <Name of={account.owner ?? 'a former member'} />, who
          reports it too.
        </p>
      ))}
      {alone.length > 0 && <AccountsChoice accounts={alone} decision={decision} onDecide={setDecision} />}
      <TypedCommand<MemberErasureAnswer>
        {...command}
        word={command.name}
        disabled={body === undefined || (alone.length > 0 && decision === null)}
        bodyOf={(typed) => ({ name: typed, ...(decision !== null && { accounts: decision }) })}
      />
    </>
  );
}

interface ChoiceProps {
  readonly accounts: MemberErasurePreview['without_owner'];
  readonly decision: ErasureDecision | null;
  readonly onDecide: (decision: ErasureDecision) => void;
}

const decisions = [
  ['keep', 'Keep them with their names and without an owner'],
  ['erase', 'Erase them too, with their whole history'],
] as const;

function AccountsChoice({ accounts, decision, onDecide }: ChoiceProps) {
  return (
    <>
      <p className="small">
        Nobody else reports:{' '}
        <strong>
          <Names of={distinctNames(accounts)} />
        </strong>
        .
      </p>
      <fieldset className="choice-list">
        <legend>Keep or erase these accounts</legend>
        {decisions.map(([value, text]) => (
          <label key={value}>
            <input type="radio" checked={decision === value} onChange={() => onDecide(value)} />
            {text}
          </label>
        ))}
      </fieldset>
    </>
  );
}

function distinctNames(accounts: ChoiceProps['accounts']): string[] {
  const names = accounts.map(accountName);
  return accounts.map(({ id }, index) => {
    const name = names[index] ?? id;
    const isShared = names.indexOf(name) !== names.lastIndexOf(name);
    return isShared ? `${name} (…${id.slice(-4)})` : name;
  });
}
