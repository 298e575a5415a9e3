// Separate from index.ts, so that the kernel's own tests don't load everything built on the kernel.
export { KernelRig, Watcher } from './kernel-rig.ts';
export { ManualClock } from './manual-clock.ts';
export { ManualScheduler } from './manual-scheduler.ts';
export { MemoryDisk, MemoryStore } from './memory-store.ts';
export { emptyNotebook, type Notebook, type NotebookAction, notebookKind, write } from './notebook-kind.ts';
export { SeededRandom } from './seeded-random.ts';
export { type StoreTap, tapStore } from './store-tap.ts';
