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
  const names = bosses.map(({ name }) => name);
  const killsOf = (name: string) => bosses.find((boss) => boss.name === name)?.value ?? 0;
  return (
    <PopoverChoice
      {...choice}
      label="Boss"
      find={(typed) => findBosses(names, typed)}
      noteOf={(name) => killsOf(name) > 0 && exactAmount(killsOf(name))}
    />
  );
}
