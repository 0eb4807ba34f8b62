import { TimeZoneField } from '../../common/fields/time-zone-field.tsx';

/** A member as the form has them; empty is not given. */
export interface MemberWish {
  readonly name: string;
  readonly chatId: string;
  readonly timeZone: string;
  readonly isAdmin: boolean;
}

interface Props {
  readonly wish: MemberWish;
  readonly onChange: (wish: MemberWish) => void;
}

/** The fields of a member, for adding and changing one. */
export function MemberFields({ wish, onChange }: Props) {
  return (
    <>
      <div className="fields">
        <label className="field">
          Name, as the guild sees it
          <input
            type="text"
            value={wish.name}
            maxLength={32}
            required
            onChange={({ target }) => onChange({ ...wish, name: target.value })}
          />
        </label>
        <label className="field">
          Id in the guild’s chat, if any
          <input
            type="text"
            value={wish.chatId}
            maxLength={64}
            spellCheck={false}
            onChange={({ target }) => onChange({ ...wish, chatId: target.value })}
          />
        </label>
        <TimeZoneField value={wish.timeZone} onChange={(timeZone) => onChange({ ...wish, timeZone })} />
      </div>
      <label className="row">
        <input
          type="checkbox"
          checked={wish.isAdmin}
          onChange={({ target }) => onChange({ ...wish, isAdmin: target.checked })}
        />
        An admin: sees these pages and gives these commands
      </label>
    </>
  );
}
