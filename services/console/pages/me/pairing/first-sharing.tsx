import type { Category } from '../../../../../shared/domain/category.ts';
import { CategoryChoice } from '../../common/fields/category-choice.tsx';
import { guildSeesText } from '../../common/text/sharing-text.ts';

interface Props {
  readonly shared: readonly Category[];
  readonly onChange: (shared: readonly Category[]) => void;
}

export function FirstSharing({ shared, onChange }: Props) {
  return (
    <div className="first-sharing">
      <CategoryChoice
        legend="Categories of a new account that the guild sees"
        chosen={shared}
        onChange={onChange}
      />
      <p role="status">{guildSeesText(shared, { isFuture: true })}</p>
      <p className="dim small">
        The guild includes its bots and screens. The choice counts for accounts that the hub does not know
        yet. The choice changes only what others see, and you can change it for each account at any time. The
        bank stays private until you share it under Sharing.
      </p>
    </div>
  );
}
