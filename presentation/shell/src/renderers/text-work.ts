import type { Work } from '../host/unsaved-work.ts';
import type { TextDraft } from './text-draft.ts';

/** A text that is being typed, for whatever would close it. */
export function workOn(draft: TextDraft): Work {
  return {
    isUnsaved: () => draft.getSnapshot().status !== 'saved',
    isStuck: () => ['failed', 'conflict'].includes(draft.getSnapshot().status),
    save: () => saveWhole(draft),
    text: () => draft.getSnapshot().text,
  };
}

/** Saves until nothing is left to save, or saving fails. */
async function saveWhole(draft: TextDraft): Promise<void> {
  await draft.flush();
  const { status } = draft.getSnapshot();
  if (status === 'saving') {
    await new Promise<void>((resolve) => {
      const stop = draft.subscribe(() => {
        if (draft.getSnapshot().status === 'saving') return;
        stop();
        resolve();
      });
    });
    if (draft.getSnapshot().status === 'waiting') await saveWhole(draft);
  } else if (status === 'waiting') await saveWhole(draft);
}
