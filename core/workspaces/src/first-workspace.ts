import type { Artifacts, Caller } from '@loggia/artifacts';
import type { Kernel } from '@loggia/kernel';
import { importFolder } from './import-folder.ts';

const namespace = 'first-start';
const key = 'welcome';

export interface FirstWorkspacePorts {
  readonly kernel: Kernel;
  readonly artifacts: Artifacts;
  readonly caller: Caller;
  /** Undefined: the first workspace is empty. */
  readonly welcome: string | undefined;
  report(problem: string, error: unknown): void;
}

/** Makes sure that the host has a workspace. On the very first start it is the welcome workspace. */
export async function ensureFirstWorkspace(ports: FirstWorkspacePorts): Promise<void> {
  const { kernel, artifacts, caller, welcome } = ports;
  const { workspaces } = await artifacts.listWorkspaces({}, caller);
  const state = await kernel.records.get(namespace, key);
  // The last start was interrupted: delete what it left, and start over.
  if (state === 'begun') {
    for (const { id } of workspaces)
      await artifacts.deleteWorkspace({ workspace: id, withContents: true }, caller);
    const { collections } = await artifacts.listCollections({}, caller);
    for (const { id, count } of collections)
      if (count === 0) await artifacts.deleteCollection({ collection: id }, caller);
  } else if (workspaces.length > 0) return;
  if (state !== 'done' && welcome !== undefined) {
    kernel.records.put(namespace, key, 'begun');
    await kernel.settled();
    try {
      await importFolder(welcome, artifacts, caller);
      kernel.records.put(namespace, key, 'done');
      return;
    } catch (error) {
      ports.report('The welcome workspace could not be created', error);
    }
  }
  kernel.records.put(namespace, key, 'done');
  const { workspaces: made } = await artifacts.listWorkspaces({}, caller);
  if (made.length === 0) await artifacts.createWorkspace({ title: 'Workspace' }, caller);
}
