import type { TypeView } from '@loggia/protocol';

/** The platform's own viewers, as policies name them. */
const platform = 'builtin';

export function ownerWords({ owner, viewer }: TypeView): string {
  const whose =
    owner.kind === 'platform' ? 'built in' : owner.kind === 'server' ? `from ${owner.name}` : 'no handler';
  return viewer === undefined ? `${whose}, no viewer` : whose;
}

export interface ViewerChoice {
  readonly server: string;
  readonly name: string;
  readonly isCurrent: boolean;
}

/** The viewers that can open it: the current one, and the others. */
export function viewerChoices({ viewer, owner, alternates }: TypeView): readonly ViewerChoice[] {
  const current: ViewerChoice[] = [];
  if (viewer?.kind === 'native') current.push({ server: platform, name: 'Loggia', isCurrent: true });
  if (viewer?.kind === 'view') {
    const isOwner = owner.kind === 'server' && owner.server === viewer.server;
    current.push({ server: viewer.server, name: isOwner ? owner.name : viewer.tool, isCurrent: true });
  }
  const others = alternates
    .filter(({ tool, renderer }) => tool !== undefined || renderer !== undefined)
    .map(({ server, name, label }) => ({ server, name: label ?? name, isCurrent: false }));
  const seen = new Set<string>();
  return [...current, ...others].filter(({ server }) => !seen.has(server) && seen.add(server));
}
