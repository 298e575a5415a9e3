import type { CommandName, Params, Result } from '@loggia/protocol';
import type { ResourceContext } from './context.ts';
import { copyResource } from './copy.ts';
import { deleteResource } from './delete.ts';
import { listResource } from './list.ts';
import { makeResourceFolder } from './mkdir.ts';
import { moveResource } from './move.ts';
import { readResource } from './read.ts';
import { requestResource } from './request.ts';
import { resolveResource } from './resolve.ts';
import { writeResource } from './write.ts';

type Handlers = {
  readonly [Name in Extract<CommandName, `resource${string}`>]: (
    params: Params<Name>,
    context: ResourceContext,
  ) => Promise<Result<Name>>;
};

/** Every `resource*` command of the table. */
export const resourceHandlers: Handlers = {
  resourceRead: readResource,
  resourceWrite: writeResource,
  resourceList: listResource,
  resourceCopy: copyResource,
  resourceMove: moveResource,
  resourceDelete: deleteResource,
  resourceResolve: resolveResource,
  resourceMkdir: makeResourceFolder,
  resourceRequest: requestResource,
};
