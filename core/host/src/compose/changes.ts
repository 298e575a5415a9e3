import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { ContentStore } from '@loggia/artifacts';
import { Changes, type ChangesPorts } from '@loggia/changes';
import type { ResourceContext } from '@loggia/files';
import { safeEnvironment } from '@loggia/mcp';
import type { EngineBase } from './base.ts';

export interface ChangesOptions extends Pick<ChangesPorts, 'keep' | 'defaultFolder'> {
  readonly base: EngineBase;
  readonly resources: Pick<ResourceContext, 'roots' | 'locks'>;
  readonly content: Pick<ContentStore, 'read'>;
  readonly dataDirectory: string;
}

/** Composes the record of what turns change in files. */
export function openChanges(options: ChangesOptions): Changes {
  const { base, resources, content, dataDirectory, defaultFolder, keep } = options;
  const { kernel, clock, sessionLog, report } = base;
  return new Changes({
    ...{ kernel, defaultFolder, keep, report, ...resources },
    directory: path.join(dataDirectory, 'copies'),
    excluded: realpathSync(dataDirectory),
    env: safeEnvironment(process.env, {}),
    now: () => clock.now(),
    read: (hash, length) => content.read(hash, 0, length),
    appendToSession: (session, action) => sessionLog.chats.appendSession(session, action),
    appendToChat: (open, action) => sessionLog.chats.append(open, action),
  });
}
