import type { ArtifactCommands, ResultOf } from '@loggia/artifacts';
import type { Subject } from '@loggia/access';
import { artifactExtensions, type ArtifactExtension, type ShortName } from '@loggia/protocol';
import type { CommandDefinition } from './table.ts';
import {
  byName,
  changing,
  commandsOf,
  destroying,
  ofLibrary,
  reading,
  stored,
  type Rows,
} from './from-contract.ts';

export type ArtifactService = Pick<ArtifactCommands, ShortName<ArtifactExtension>>;

const one = ({ artifact }: { readonly artifact: string }): Subject => ({ artifacts: [artifact] });
const within = ({ workspace }: { readonly workspace: string }): Subject => ({ workspaces: [workspace] });
/** The lifecycle of artifacts isn't up to the handler of one of them. */
const whole = ({ artifacts }: { readonly artifacts: readonly string[] }): Subject => ({
  artifacts,
  library: true,
});

/** The client of the conversation makes a card of the link. */
function linkShown(result: unknown): readonly { uri: string; name: string }[] {
  const { link, artifact } = result as ResultOf<'presentArtifact'>;
  return [{ uri: link, name: artifact.title }];
}

/** Both the artifacts and the workspace that they go to. */
const towards = ({
  artifacts,
  workspace,
}: {
  readonly artifacts: readonly { readonly id: string }[];
  readonly workspace: string;
}): Subject => ({ artifacts: artifacts.map(({ id }) => id), workspaces: [workspace], library: true });

const rows: Rows<typeof artifactExtensions> = {
  listArtifacts: { grant: 'read', reads: stored, detached: true, subject: ofLibrary, tool: reading },
  getArtifact: { grant: 'read', reads: stored, subject: one, tool: reading },
  presentArtifact: {
    grant: 'read',
    reads: stored,
    // A handler has nobody to show its artifact to.
    subject: ({ artifact }) => ({ artifacts: [artifact], library: true }),
    tool: { ...reading, name: 'show_artifact', links: linkShown },
  },
  // Agents read text, which readText has for other content, too.
  readContent: { grant: 'read', reads: stored, detached: true, subject: one },
  createArtifact: { grant: 'write', subject: within, tool: changing },
  updateArtifact: { grant: 'write', subject: one, tool: changing },
  discardDraft: { grant: 'write', subject: one, tool: destroying },
  previewCommit: {
    grant: 'read',
    reads: stored,
    detached: true,
    subject: ({ artifacts }) => ({ artifacts }),
    tool: reading,
  },
  commitArtifacts: {
    grant: 'write',
    subject: ({ artifacts }) => ({ artifacts: artifacts.map(({ id }) => id) }),
    tool: changing,
  },
  restoreVersion: { grant: 'write', subject: one, tool: changing },
  archiveArtifacts: { grant: 'write', subject: whole, tool: changing },
  unarchiveArtifacts: { grant: 'write', subject: whole, tool: changing },
  deleteArtifacts: { grant: 'write', subject: whole, tool: destroying },
  undeleteArtifacts: { grant: 'write', subject: whole, tool: changing },
  moveArtifacts: { grant: 'write', subject: towards, tool: changing },
  copyArtifacts: { grant: 'write', subject: towards, tool: changing },
  // Permanent, and for all versions: not offered to agents.
  purgeArtifacts: { grant: 'write', subject: whole },
  listVersions: { grant: 'read', reads: stored, detached: true, subject: one, tool: reading },
  diffVersions: { grant: 'read', reads: stored, detached: true, subject: one, tool: reading },
  listCommits: { grant: 'read', reads: stored, detached: true, subject: within, tool: reading },
};

export function artifactCommands(service: ArtifactService): Record<string, CommandDefinition> {
  return commandsOf(artifactExtensions, rows, byName(artifactExtensions, service));
}
