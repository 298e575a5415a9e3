import type { TypeView } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { quoted, visitHost } from '../visit.ts';
import { workspaceOption } from '../workspaces/find-workspace.ts';
import { findArtifact } from './find-artifacts.ts';

export const openArtifact = defineCommand({
  path: ['artifacts', 'open'],
  says: 'Say what opens an artifact; a terminal shows no Views, so nothing is opened.',
  takes: ['ARTIFACT'],
  options: {
    with: {
      kind: 'text',
      value: 'SERVER',
      says: 'Check this server',
      example: '--with table',
    },
    ...workspaceOption,
  },
  examples: [
    ['loggia artifacts open Budget', 'Its default viewer'],
    ['loggia artifacts open Budget --with table', 'What "open with" would'],
  ],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { workspace, with: wanted } = given.options;
      const found = await findArtifact(link, given.words[0] ?? '', { workspace, among: 'kept' });
      const { explanation } = await link.ask('x-loggia/explainType', {
        workspace: found.workspace,
        type: found.type,
      });
      const choices = choicesIn(explanation.type, explanation.claims);
      const chosen =
        wanted === undefined
          ? choices[0]
          : choices.find(({ server, name }) => server === wanted || name === wanted);
      if (chosen === undefined) {
        throw nothing({ type: found.type, wanted, problem: explanation.type?.problem }, choices);
      }
      const others = choices.filter((choice) => choice !== chosen);
      printer.document({ artifact: found.id, type: found.type, viewer: chosen, others });
      printer.sentence(`"${printableLine(found.title)}" opens ${wordsOf(chosen)}.`);
      for (const other of others) printer.sentence(`It can be opened ${wordsOf(other)}, too.`);
      return 'done';
    }),
});

/** How something can be shown; the first is what a click opens. */
type Choice =
  | {
      readonly kind: 'native';
      readonly server: 'builtin';
      readonly name: 'builtin';
      readonly renderer: string;
    }
  | { readonly kind: 'view'; readonly server: string; readonly name: string; readonly tool: string };

function choicesIn(
  type: TypeView | undefined,
  claims: readonly { readonly server: string; readonly name: string }[],
): readonly Choice[] {
  const nameOf = (server: string): string => claims.find((claim) => claim.server === server)?.name ?? server;
  const alternates = (type?.alternates ?? []).flatMap(({ server, name, tool, renderer }): Choice[] => {
    if (renderer !== undefined) return [{ kind: 'native', server: 'builtin', name: 'builtin', renderer }];
    return tool === undefined ? [] : [{ kind: 'view', server, name, tool }];
  });
  const { viewer } = type ?? {};
  if (viewer?.kind === 'native')
    return [{ kind: 'native', server: 'builtin', name: 'builtin', renderer: viewer.renderer }, ...alternates];
  if (viewer?.kind !== 'view') return alternates;
  const { server, tool } = viewer;
  return [
    { kind: 'view', server, name: nameOf(server), tool },
    ...alternates.filter((other) => other.server !== server),
  ];
}

function wordsOf(choice: Choice): string {
  if (choice.kind === 'native') return `in the built-in viewer "${printableLine(choice.renderer)}"`;
  return `in the View of "${printableLine(choice.name)}" (tool ${printableLine(choice.tool)})`;
}

function nothing(
  {
    type,
    wanted,
    problem,
  }: { readonly type: string; readonly wanted: string | undefined; readonly problem: string | undefined },
  choices: readonly Choice[],
): CommandFailed {
  if (wanted === undefined) {
    const why = problem ?? `Nothing here can show ${type}.`;
    return new CommandFailed(
      'failed',
      `${why} "loggia types explain ${quoted(type)}" says more; "loggia artifacts cat" writes its content.`,
    );
  }
  const names = choices.map(({ name }) => printableLine(name)).join(', ');
  const others = names === '' ? 'Nothing can.' : `It can be opened with ${names}.`;
  return new CommandFailed('failed', `"${wanted}" cannot open ${type}. ${others}`);
}
