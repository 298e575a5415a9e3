import type { Annotation, AnnotationEntry, AnnotationsAction, AnnotationsState } from '@loggia/protocol';
import * as fc from 'fast-check';
import { actionArbitraries, type ActionArbitraries } from './action-arbitraries.ts';
import { flag, invocation, meta, nameOf, object } from './values.ts';

const annotationId = nameOf('annotation');
const entryId = nameOf('entry');
const entry: fc.Arbitrary<AnnotationEntry> = object({ id: entryId, text: invocation }, { _meta: meta });
const position = object({ line: fc.nat(9), character: fc.nat(9) });
const anchor = {
  origin: object(
    { session: fc.constant('ahp-session:/1') },
    { chat: nameOf('chat'), turnId: nameOf('turn') },
  ),
  resource: fc.constantFrom('file:///a/one.ts', 'file:///a/two.ts'),
  range: object({ start: position, end: position }),
};
const { origin, resource, range } = anchor;

const annotation: fc.Arbitrary<Annotation> = object(
  {
    id: annotationId,
    origin,
    resource,
    resolved: flag,
    entries: fc.uniqueArray(entry, { selector: ({ id }) => id, minLength: 1, maxLength: 2 }),
  },
  { range, _meta: meta },
);

export const annotationsStates: fc.Arbitrary<AnnotationsState> = object({
  annotations: fc.uniqueArray(annotation, { selector: ({ id }) => id, maxLength: 3 }),
});

export const annotationsActions: ActionArbitraries<AnnotationsAction> = actionArbitraries({
  'annotations/set': object({ annotation }),
  'annotations/updated': object({ annotationId }, { ...anchor, resolved: flag }),
  'annotations/removed': object({ annotationId }),
  'annotations/entrySet': object({ annotationId, entry }),
  'annotations/entryRemoved': object({ annotationId, entryId }),
});
