import { z } from 'zod';
import { attachmentSchema } from '../channels/chat/messages.ts';
import { setOrDrop, upsert } from '../common/objects.ts';
import { defineActions, type ActionOf, type Steps } from '../define-actions.ts';
import { metaSchema, openObject } from '../schema.ts';

const viewId = z.string().min(1).max(1000);

const viewContextSchema = openObject({
  /** The id of the View. Only the latest context of each View counts. */
  view: viewId,
  title: z.string().max(1000),
  /** The name of its server for users. */
  server: z.string().max(1000).optional(),
  attachments: z.array(attachmentSchema).min(1).max(101),
});

/** Context that a View gives the model. It waits in the chat and goes with the user's next message. */
export type ViewContext = z.infer<typeof viewContextSchema>;

/** Actions on a chat that only Loggia's clients know. Others ignore them, as they ignore the chat's `_meta`. */
export const viewContextActions = defineActions({
  'x-loggia/viewContextSet': { since: '0.9.0', by: 'client', fields: { context: viewContextSchema } },
  'x-loggia/viewContextRemoved': { since: '0.9.0', by: 'client', fields: { view: viewId } },
});
export type ViewContextAction = ActionOf<typeof viewContextActions>;

export const viewContextLimits = {
  /** All contexts of one chat together, in characters of JSON. */
  characters: 1_000_000,
  views: 32,
} as const;

const key = 'loggia.viewContext';

interface Carrier {
  _meta?: z.infer<typeof metaSchema> | undefined;
}

const none: readonly ViewContext[] = [];

/** The contexts that wait in a chat for the next message. */
export function viewContextsOf({ _meta }: Readonly<Carrier>): readonly ViewContext[] {
  const contexts = _meta?.[key];
  return Array.isArray(contexts) ? (contexts as readonly ViewContext[]) : none;
}

export function isViewContextAction(action: { readonly type: string }): action is ViewContextAction {
  return Object.hasOwn(viewContextActions, action.type);
}

function withContexts<State extends Carrier>(state: State, contexts: readonly ViewContext[]): State {
  const { [key]: _before, ...others } = state._meta ?? {};
  const meta = contexts.length === 0 ? others : { ...others, [key]: contexts };
  return setOrDrop(state, '_meta', Object.keys(meta).length === 0 ? undefined : meta);
}

export function viewContextSteps<State extends Carrier>(): Steps<State, ViewContextAction> {
  return {
    'x-loggia/viewContextSet': (state, { context }) =>
      withContexts(
        state,
        upsert(viewContextsOf(state), context, ({ view }) => view === context.view),
      ),
    'x-loggia/viewContextRemoved': (state, { view }) => {
      const before = viewContextsOf(state);
      const left = before.filter((context) => context.view !== view);
      return left.length === before.length ? state : withContexts(state, left);
    },
  };
}
