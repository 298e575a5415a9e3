import { defined } from '../../../common/objects.ts';
import type { V03ActionOf, V03ActionType } from '../actions.ts';

/** A 0.3 action, without undefined keys. */
export function say<Type extends V03ActionType>(
  type: Type,
  fields: Omit<V03ActionOf<Type>, 'type'>,
): V03ActionOf<Type> {
  return defined({ type, ...fields }) as unknown as V03ActionOf<Type>;
}
