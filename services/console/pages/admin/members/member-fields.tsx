import { TimeZoneField } from '../../common/fields/time-zone-field.tsx';

export interface MemberInput {
  readonly name: string;
  readonly chatId: string;
  readonly timeZone: string;
  readonly isAdmin: boolean;
}

interface Props {
  readonly input: MemberInput;
  readonly onChange: (input: MemberInput) => void;
}

export function MemberFields({ input, onChange }: Props) {
  return (
    <>
      <div className="fields">
        <label className="field">
          Name, as the guild sees it
          <input
            type="text"
            value={input.name}
            maxLength={32}
            required
            onChange={({ target }) => onChange({ ...input, name: target.value })}
          />
        </label>
        <label className="field">
          Id in the guild’s chat, if any
          <input
            type="text"
            value={input.chatId}
            maxLength={64}
            spellCheck={false}
            onChange={({ target }) => onChange({ ...input, chatId: target.value })}
          />
        </label>
        <TimeZoneField value={input.timeZone} onChange={(timeZone) => onChange({ ...input, timeZone })} />
      </div>
      <label className="row">
        <input
          type="checkbox"
          checked={input.isAdmin}
          onChange={({ target }) => onChange({ ...input, isAdmin: target.checked })}
        />
        An admin: sees these pages and gives these commands
      </label>
    </>
  );
}
