import { annotationsSummarySchema } from '../channels/annotations/state.ts';
import type { SessionState } from '../channels/session/state.ts';
import { defineActions, type ActionOf, type Steps } from '../define-actions.ts';

/**
 * The protocol shows the counts in the session's state but has no action that changes them. Other clients ignore this
 * one and read the counts in the list of sessions.
 */
const annotationCountActions = defineActions({
  'x-loggia/annotationsCounted': {
    since: '0.9.0',
    by: 'host',
    fields: { annotations: annotationsSummarySchema },
  },
});
export type AnnotationCountAction = ActionOf<typeof annotationCountActions>;

export const annotationCountSteps: Steps<SessionState, AnnotationCountAction> = {
  'x-loggia/annotationsCounted': (state, { annotations }) => ({ ...state, annotations }),
};
