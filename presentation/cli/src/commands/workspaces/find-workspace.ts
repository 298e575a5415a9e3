import type { WorkspaceSummary } from '@loggia/protocol';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import type { HostLink } from '../../host/host-link.ts';
import { printableLine } from '../../output/printable.ts';
import { findNamed } from '../named-one.ts';

/** For commands that are about one workspace, or that look into it. */
export const workspaceOption = {
  workspace: {
    kind: 'text',
    value: 'WORKSPACE',
    says: 'The workspace, by id or title (not needed if there is only one)',
    example: '--workspace Home',
  },
} as const;

const kind = { one: 'workspace', many: 'workspaces', list: 'loggia workspaces list' };
const mostNamed = 10;

export async function findWorkspace(link: HostLink, wanted: string): Promise<WorkspaceSummary> {
  const { workspaces } = await link.ask('x-loggia/listWorkspaces', {});
  return findNamed(workspaces, wanted, kind);
}

/** The one that is meant, or the only one there is. */
export async function workspaceMeant(link: HostLink, wanted: string | undefined): Promise<WorkspaceSummary> {
  const { workspaces } = await link.ask('x-loggia/listWorkspaces', {});
  if (wanted !== undefined) return findNamed(workspaces, wanted, kind);
  const [only, other] = workspaces;
  if (only === undefined) {
    throw new CommandFailed(
      'failed',
      'There are no workspaces. Create one with "loggia workspaces create TITLE".',
    );
  }
  if (other === undefined) return only;
  const titles = workspaces.slice(0, mostNamed).map(({ title }) => `"${printableLine(title)}"`);
  const more = workspaces.length > mostNamed ? ' and others' : '';
  throw wrongUsage(`There are several workspaces: ${titles.join(', ')}${more}. Say which with --workspace.`);
}

/** The one that is meant; undefined for all of them. */
export async function workspaceNamed(
  link: HostLink,
  wanted: string | undefined,
): Promise<WorkspaceSummary | undefined> {
  return wanted === undefined ? undefined : findWorkspace(link, wanted);
}
