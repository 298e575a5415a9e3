import { who } from '@loggia/client';
import { defineCommand } from '../../command-line/command.ts';
import { sizeWords } from '../../output/byte-size.ts';
import { printableJson, printableLine } from '../../output/printable.ts';
import { padded } from '../../output/width.ts';
import { visitHost } from '../visit.ts';
import { workspaceOption } from '../workspaces/find-workspace.ts';
import { stateWords } from './artifact-columns.ts';
import { findArtifact } from './find-artifacts.ts';
import { versionOption } from './version-option.ts';

export const showArtifact = defineCommand({
  path: ['artifacts', 'show'],
  says: 'Show an artifact and its context, now or at a version.',
  takes: ['ARTIFACT'],
  options: { ...versionOption, ...workspaceOption },
  more: 'ARTIFACT is an id, the start of one, or a title. Use "loggia artifacts cat" for the content.',
  examples: [
    ['loggia artifacts show Budget', 'By its title'],
    ['loggia artifacts show 3f2a91c0 --version 2 --json', 'An old version, for a program'],
  ],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { workspace, version: wanted } = given.options;
      const { id } = await findArtifact(link, given.words[0] ?? '', { workspace, among: 'kept' });
      const { artifact, version } = await link.ask('x-loggia/getArtifact', {
        artifact: id,
        ...(wanted !== undefined && { version: wanted }),
      });
      printer.document({ artifact, ...(version && { version }) });
      const { title, type, context, content } = version ?? artifact;
      const facts: readonly (readonly [string, string | undefined])[] = [
        ['id', id],
        ['title', title],
        ['type', type],
        ['state', version ? `version ${version.version}` : stateWords(artifact)],
        ['content', content && `${sizeWords(content.size)}, sha256 ${content.hash}`],
        ['workspace', artifact.workspace],
        ['collections', artifact.collections.join(', ') || undefined],
        ['revision', version ? undefined : String(artifact.revision)],
        ['created', version ? undefined : `${artifact.createdAt} by ${who(artifact.createdBy)}`],
        ['changed', version ? undefined : `${artifact.modifiedAt} by ${who(artifact.modifiedBy)}`],
        ['committed', version && `${version.at} by ${who(version.author)}: ${version.message}`],
      ];
      for (const [name, value] of facts) {
        if (value !== undefined)
          printer.line(`${printer.style.faint(padded(name, 12))}${printableLine(value)}`);
      }
      if (Object.keys(context).length > 0) printer.line(`\n${printableJson(context, 2)}`);
      return 'done';
    }),
});
