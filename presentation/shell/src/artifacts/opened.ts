import { Cell, type Readable } from '@loggia/client';

const seen = new Cell<ReadonlySet<string>>(new Set());

/** The artifacts that were opened on this page, in a window or in a conversation. */
export const openedArtifacts: Readable<ReadonlySet<string>> = seen;

export function noteOpened(artifact: string): void {
  const known = seen.getSnapshot();
  if (!known.has(artifact)) seen.set(new Set([...known, artifact]));
}

const inViews = new Cell<ReadonlyMap<string, string>>(new Map());

/** The artifact that a tool call's View shows, by the id of the View, so that its window can offer the artifact's actions. */
export const artifactsInViews: Readable<ReadonlyMap<string, string>> = inViews;

export function noteShown(view: string, artifact: string): void {
  noteOpened(artifact);
  const known = inViews.getSnapshot();
  if (known.get(view) !== artifact) inViews.set(new Map([...known, [view, artifact]]));
}
