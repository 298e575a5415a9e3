import { defined } from '../../../common/objects.ts';
import type { V03ActionOf, V03ActionType } from '../actions.ts';

/** An action of 0.3, without keys that hold nothing. */
export function say<Type extends V03ActionType>(
  type: Type,
  fields: Omit<V03ActionOf<Type>, 'type'>,
): V03ActionOf<Type> {
  return defined({ type, ...fields }) as unknown as V03ActionOf<Type>;
}
