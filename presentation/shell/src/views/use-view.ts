import { useHost } from '../host/host-context.tsx';
import { useReadable } from '../host/use-channel.ts';
import type { ViewInstance } from './view-instance.ts';
import type { ViewSnapshot } from './view-snapshot.ts';
import { stageOf, type ViewStage } from './stage.ts';
import type { ViewSubject } from './subject.ts';

export interface UsedView {
  readonly stage: ViewStage;
  readonly view: ViewInstance;
  readonly snapshot: ViewSnapshot;
}

/** The View with that id, the same instance wherever it is used. */
export function useView(id: string, make: () => ViewSubject): UsedView {
  const stage = stageOf(useHost());
  // `make` is only called for a new id.
  const view = stage.summon(id, make);
  return { stage, view, snapshot: useReadable(view) };
}
