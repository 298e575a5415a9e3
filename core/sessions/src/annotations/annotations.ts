import { ChannelExists, type Channel, type Kernel, type Origin } from '@loggia/kernel';
import {
  annotationsUri,
  reduceAnnotations,
  sessionOfAnnotations,
  type AnnotationsAction,
  type AnnotationsState,
  type AnnotationsSummary,
  type SessionState,
  type StateAction,
} from '@loggia/protocol';
import type { ChatLog } from '../chat-log.ts';
import { ActionRefused } from '../rules/refusal.ts';
import { refuseAnnotationsAction } from './annotation-rules.ts';

/**
 * The annotations of sessions, which users call comments. Each session has a channel for them, which is stored once
 * somebody looks at it.
 */
export class Annotations {
  readonly #kernel: Kernel;
  readonly #log: ChatLog;

  constructor(kernel: Kernel, log: ChatLog) {
    this.#kernel = kernel;
    this.#log = log;
  }

  /** Creates the channel that has this address, if it belongs to a session and isn't there yet. */
  async begin(uri: string): Promise<void> {
    const kernel = this.#kernel;
    const parent = sessionOfAnnotations(uri);
    if (parent === undefined || (await kernel.exists(uri))) return;
    const session = await kernel.load<SessionState>(parent);
    // The session may be disposed of at any time; from here on nothing waits.
    if (session?.kind !== 'session' || kernel.peek(parent) !== session) return;
    try {
      kernel.create<AnnotationsState>(uri, 'annotations', { annotations: [] }, { parent });
    } catch (error) {
      if (!(error instanceof ChannelExists)) throw error;
    }
  }

  /** Handles a client's action. Rejects with `ActionRefused` if the client may not do it. */
  async dispatch(channel: Channel<AnnotationsState>, action: StateAction, origin: Origin): Promise<void> {
    const kernel = this.#kernel;
    if (!isAnnotationsAction(action))
      throw new ActionRefused(`The action ${action.type} does not belong to a channel of this kind.`);
    const release = kernel.pin(channel);
    try {
      const session = await kernel.load<SessionState>(channel.parent ?? '');
      if (session?.kind !== 'session' || kernel.peek(channel.uri) !== channel)
        throw new ActionRefused('The session of this comment was deleted.');
      const after = reduceAnnotations(channel.state, action);
      const refusal = refuseAnnotationsAction(channel.state, action, after);
      if (refusal) throw new ActionRefused(refusal);
      kernel.append(channel, action, origin);
      const annotations = countsOf(session.uri, channel.state);
      const { annotations: before } = session.state;
      if (before && isSame(before, annotations)) return;
      this.#log.appendSession(
        session,
        { type: 'x-loggia/annotationsCounted', annotations },
        { by: origin.by },
      );
    } finally {
      release();
    }
  }

  /** Whether there is something to remove with the session. */
  exists(session: string): Promise<boolean> {
    return this.#kernel.exists(annotationsUri(session));
  }

  /** In the same commit as the session. `existed` is what `exists` said before. */
  remove(session: string, existed: boolean): void {
    const uri = annotationsUri(session);
    if (existed || this.#kernel.peek(uri)) this.#kernel.remove(uri);
  }
}

function countsOf(session: string, { annotations }: AnnotationsState): AnnotationsSummary {
  const entryCount = annotations.reduce((sum, { entries }) => sum + entries.length, 0);
  return { resource: annotationsUri(session), annotationCount: annotations.length, entryCount };
}

function isSame(a: AnnotationsSummary, b: AnnotationsSummary): boolean {
  return a.annotationCount === b.annotationCount && a.entryCount === b.entryCount;
}

function isAnnotationsAction(action: StateAction): action is AnnotationsAction {
  return action.type.startsWith('annotations/');
}
