export { resourceHandlers } from './commands.ts';
export {
  createResourceContext,
  type RequestPolicy,
  type ResourceContext,
  type ResourceLimits,
} from './context.ts';
export { onBehalfOf } from './errors.ts';
export { watchTree, type WatchOptions } from './watch.ts';
