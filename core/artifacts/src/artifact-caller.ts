import { authorOf, powersOf, type Principal } from '@loggia/access';
import type { Caller } from './artifacts.ts';

/** The caller's facts that matter to artifacts. */
export function artifactCaller(principal: Principal): Caller {
  return {
    by: authorOf(principal),
    powers: powersOf(principal),
    retypes: principal.kind === 'local' || principal.scope.everything,
  };
}
