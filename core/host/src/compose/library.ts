import { localPrincipal } from '@loggia/access';
import { artifactCaller, type Artifacts } from '@loggia/artifacts';
import type { ArtifactSummary, MediumOf, TypeView } from '@loggia/protocol';
import type { ListedArtifact, ListedType, Library, LibraryFor } from '@loggia/sessions';

export interface LibraryPorts {
  readonly artifacts: Pick<Artifacts, 'listWorkspaces' | 'listCollections' | 'listArtifacts'>;
  readonly mediumOf: MediumOf;
  typesOf(workspace: string): Promise<readonly TypeView[]>;
  /** The name of a server for users, by its id. */
  serverName(workspace: string, server: string): string | undefined;
}

/** A desk with more artifacts is searched, not listed. */
const mostArtifacts = 500;
/** The host's name as a server of its own commands. */
const ownServer = 'loggia';

/** The names that agents know of a workspace without asking, and what can be done with each thing. */
export function libraryOf({ artifacts, mediumOf, typesOf, serverName }: LibraryPorts): LibraryFor {
  const caller = artifactCaller(localPrincipal);
  return async (project): Promise<Library | undefined> => {
    const { workspaces } = await artifacts.listWorkspaces({}, caller);
    const workspace = workspaces.find(({ channel }) => channel === project?.uri);
    if (!workspace) return undefined;
    const page = { workspace: workspace.id, order: 'modified', limit: mostArtifacts } as const;
    const [present, deleted, types, { collections }] = await Promise.all([
      artifacts.listArtifacts({ ...page, states: ['draft', 'committed', 'archived'] }, caller),
      artifacts.listArtifacts({ ...page, deleted: true }, caller),
      typesOf(workspace.id),
      artifacts.listCollections({}, caller),
    ]);
    const summary = (one: ArtifactSummary) => summaryOf(one, mediumOf(one.type));
    return {
      workspace: named(workspace),
      workspaces: workspaces.map(named),
      artifacts: present.artifacts.map(summary),
      trash: deleted.artifacts.map(summary),
      types: types.map((type) => typeOf(type, (server) => serverName(workspace.id, server))),
      collections: collections.map(named),
      tools: ownServer,
    };
  };
}

function named({ id, title }: { readonly id: string; readonly title: string }) {
  return { id, title };
}

function summaryOf(artifact: ArtifactSummary, medium: string | undefined): ListedArtifact {
  const { id, title, type, state, version, modifiedAt, collections } = artifact;
  return {
    id,
    title,
    type,
    state,
    version,
    modifiedAt,
    collections,
    ...(medium !== undefined && { medium }),
  };
}

/** The handlers that come with the host act for the platform, so types that they show count as theirs. */
function typeOf(
  { mime, label, creatable, owner, viewer, alternates }: TypeView,
  nameOf: (server: string) => string | undefined,
): ListedType {
  const shown = viewer?.kind === 'view' ? nameOf(viewer.server) : undefined;
  const owners = [...(owner.kind === 'server' ? [owner.name] : []), ...(shown === undefined ? [] : [shown])];
  const others = alternates.map(({ name }) => name);
  return {
    id: mime,
    label,
    servers: [...new Set([...owners, ...others])],
    ...(creatable && {
      creatable: {
        ...(creatable.label !== undefined && { label: creatable.label }),
        ...(creatable.title !== undefined && { title: creatable.title }),
      },
    }),
  };
}
