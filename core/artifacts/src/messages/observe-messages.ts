import { jointObserver, type ChannelObserver, type Clock, type Kernel } from '@loggia/kernel';
import { messageIndexer } from './indexer.ts';
import { fileKeeper } from './kept-files.ts';

/** Makes messages findable, and keeps the files that are attached to them. */
export function observeMessages(
  kernel: () => Pick<Kernel, 'enlist' | 'peek'>,
  clock: Clock,
): ChannelObserver {
  return jointObserver([messageIndexer(kernel), fileKeeper(kernel, clock)]);
}
