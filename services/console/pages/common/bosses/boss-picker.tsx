import { PopoverChoice } from '../fields/popover-choice.tsx';
import { exactAmount } from '../text/format.ts';
import { findBosses } from './find-bosses.ts';
import type { KnownBoss } from './use-known-bosses.ts';

interface Props {
  /** Empty: none yet. */
  readonly chosen: string;
  readonly bosses: readonly KnownBoss[];
  readonly onChoose: (boss: string) => void;
}

/** A part of a name finds; any other name can be typed. */
export function BossPicker({ bosses, ...choice }: Props) {
  const kills = new Map(bosses.map(({ name, value }) => [name, value]));
  return (
    <PopoverChoice
      {...choice}
      label="Boss"
      find={(typed) => findBosses([...kills.keys()], typed)}
      noteOf={(name) => {
        const count = kills.get(name) ?? 0;
        return count > 0 && exactAmount(count);
      }}
    />
  );
}
