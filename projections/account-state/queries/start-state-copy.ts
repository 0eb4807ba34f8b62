import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import { openStateCopy, type StateCopy, type StateCopyOptions } from './state-copy.ts';

export function startStateCopy(options: StateCopyOptions & { readonly lifecycle: Lifecycle }): StateCopy {
  const state = openStateCopy(options);
  options.lifecycle.onClose(state.close);
  return state;
}
