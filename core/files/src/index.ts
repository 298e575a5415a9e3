export { readToAttach } from './attach.ts';
export { resourceHandlers } from './commands.ts';
export {
  createResourceContext,
  type RequestPolicy,
  type ResourceContext,
  type ResourceLimits,
} from './context.ts';
export { lookAt, temporaryName, withFile, withParent } from './entries.ts';
export { onBehalfOf } from './errors.ts';
export { fileFinder } from './find.ts';
export { folderText } from './folder-text.ts';
export { FolderWatches } from './folder-watches.ts';
export { createLocks, type Locks } from './locks.ts';
export { makeFolders } from './mkdir.ts';
export { createFile, replaceFile } from './replace-file.ts';
export { watchTree, type WatchOptions } from './watch.ts';
export { workFiles } from './work-files.ts';
