import type { TypeView } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { findHost } from '../../host/find-host.ts';
import { printableLine } from '../../output/printable.ts';
import { openedInBrowser, shellAddress } from '../../sign-in/shell-address.ts';
import { quoted, visitHost } from '../visit.ts';
import { workspaceOption } from '../workspaces/find-workspace.ts';
import { findArtifact } from './find-artifacts.ts';

export const openArtifact = defineCommand({
  path: ['artifacts', 'open'],
  says: 'Open an artifact in the browser.',
  takes: ['ARTIFACT'],
  options: {
    with: {
      kind: 'text',
      value: 'SERVER',
      says: 'Open it with this server',
      example: '--with table',
    },
    'no-open': { kind: 'switch', says: 'Only print the viewer and the address' },
    ...workspaceOption,
  },
  more: 'The address signs in one browser, once, within five minutes, and shows the artifact in a window.',
  examples: [
    ['loggia artifacts open Budget', 'In its usual viewer'],
    ['loggia artifacts open Budget --with table', 'In the viewer of another server'],
    ['loggia artifacts open Budget --no-open', 'Prints an address to open elsewhere'],
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
      const place = [
        found.workspace,
        'artifact',
        found.id,
        ...(wanted === undefined ? [] : ['', chosen.server]),
      ];
      const host = await findHost(given.target, world);
      const { address, expiresAt } = await shellAddress(host, world.interrupted, place);
      const onlyPrints = given.options['no-open'];
      const opened = !onlyPrints && (await openedInBrowser(world, address));
      printer.document({
        artifact: found.id,
        type: found.type,
        viewer: chosen,
        others,
        address,
        expiresAt,
        opened,
      });
      const title = `"${printableLine(found.title)}"`;
      if (opened) {
        printer.sentence(`Opened ${title} in the browser.`);
        return 'done';
      }
      printer.sentence(`${title} opens ${wordsOf(chosen)}.`);
      for (const other of others) printer.sentence(`It can be opened ${wordsOf(other)}, too.`);
      if (onlyPrints || world.out.isTerminal) printer.line(address);
      else if (!given.json) {
        throw new CommandFailed(
          'failed',
          'There is no browser to open it in here; --no-open prints an address to open elsewhere.',
        );
      }
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
    const why = problem ?? `No viewer here can show ${type}.`;
    return new CommandFailed(
      'failed',
      `${why} "loggia types explain ${quoted(type)}" says more. "loggia artifacts cat" writes its content.`,
    );
  }
  const names = choices.map(({ name }) => printableLine(name)).join(', ');
  const others = names === '' ? 'Nothing here can open it.' : `It can be opened with ${names}.`;
  return new CommandFailed('failed', `"${wanted}" cannot open ${type}. ${others}`);
}
