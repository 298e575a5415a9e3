type Meta = Readonly<Record<string, unknown>>;

/** The View that a message or an attachment comes from. The client that shows the View fills this in. */
export interface ViewSpeaker {
  readonly id?: string;
  readonly title?: string;
  /** The name of its server for users. */
  readonly server?: string;
}

const key = 'loggia.view';

/** `_meta` that marks a message or an attachment as a View's. */
export function viewMark({ id, title, server }: ViewSpeaker): { readonly [key]: Meta } {
  return {
    [key]: {
      ...(id !== undefined && { id }),
      ...(title !== undefined && { title }),
      ...(server !== undefined && { server }),
    },
  };
}

/**
 * The View that this comes from; undefined if it is the user's own. An unreadable mark still marks the text as some
 * View's.
 */
export function viewSpeakerOf({ _meta }: { readonly _meta?: Meta | undefined }): ViewSpeaker | undefined {
  const mark = _meta !== undefined && Object.hasOwn(_meta, key) ? _meta[key] : undefined;
  if (mark === undefined) return undefined;
  if (typeof mark === 'string') return { id: mark };
  if (typeof mark !== 'object' || mark === null) return {};
  const { id, title, server } = mark as Meta;
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof title === 'string' && { title }),
    ...(typeof server === 'string' && { server }),
  };
}
