import { authorOf, powersOf, type Principal } from '@loggia/access';
import type { Caller } from './artifacts.ts';

/** What artifacts get to know of whoever calls. */
export function artifactCaller(principal: Principal): Caller {
  return {
    by: authorOf(principal),
    powers: powersOf(principal),
    retypes: principal.kind === 'local' || principal.scope.everything,
  };
}
