import type { TypeView } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { workspaceMeant, workspaceOption } from '../workspaces/find-workspace.ts';

export const listTypes = defineCommand({
  path: ['types', 'list'],
  says: 'List the content types of a workspace, with their owners and viewers.',
  takes: [],
  options: workspaceOption,
  examples: [['loggia types list', 'If there is only one workspace']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const workspace = await workspaceMeant(link, given.options.workspace);
      const { types } = await link.ask('x-loggia/listTypes', { workspace: workspace.id });
      printer.document({ types });
      if (types.length === 0) {
        printer.sentence('No content types are known. Add a server that serves some.');
        return 'done';
      }
      printer.table(types, [
        { title: 'type', cell: ({ mime }) => mime },
        { title: 'label', cell: ({ icon, label }) => (isShort(icon) ? `${icon} ${label}` : label) },
        { title: 'owner', cell: ownerWord },
        { title: 'opens in', cell: viewerWord },
        { title: 'files', cell: ({ extensions }) => extensions.join(' ') },
      ]);
      const problems = types.flatMap(({ mime, problem }) =>
        problem === undefined ? [] : [`${printableLine(mime)}: ${printableLine(problem)}`],
      );
      if (problems.length > 0) printer.line();
      for (const problem of problems) printer.sentence(problem);
      return 'done';
    }),
});

/** An emoji, rather than a name or a picture. */
function isShort(icon: string | undefined): icon is string {
  return icon !== undefined && icon.length <= 8 && /^\P{ASCII}/u.test(icon);
}

function ownerWord({ owner }: TypeView): string {
  if (owner.kind === 'server') return owner.name;
  return owner.kind === 'platform' ? 'built in' : 'nobody';
}

function viewerWord({ viewer, alternates }: TypeView): string {
  const first =
    viewer?.kind === 'native' ? viewer.renderer : viewer?.kind === 'view' ? viewer.tool : 'nothing';
  const own = viewer?.kind === 'view' ? viewer.server : undefined;
  const others = alternates.filter(({ server }) => server !== own).map(({ name }) => name);
  return others.length === 0 ? first : `${first} (or ${others.join(', ')})`;
}

export const explainType = defineCommand({
  path: ['types', 'explain'],
  says: 'Explain how a content type resolves: who owns it, who else claims it, which rule decided.',
  takes: ['TYPE'],
  options: workspaceOption,
  examples: [['loggia types explain CATEGORY/SUBTYPE', 'Works for undefined types, too']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const workspace = await workspaceMeant(link, given.options.workspace);
      const { explanation } = await link.ask('x-loggia/explainType', {
        workspace: workspace.id,
        type: given.words[0] ?? '',
      });
      printer.document({ explanation });
      const { mime, type, rule, steps, claims, problems } = explanation;
      const { style } = printer;
      const label = type === undefined ? 'not defined by any server' : printableLine(type.label);
      printer.line(`${style.strong(printableLine(mime))}: ${label}`);
      if (type !== undefined) {
        printer.sentence(
          `Owner: ${printableLine(ownerWord(type))}. Opens in: ${printableLine(viewerWord(type))}.`,
        );
        if (type.problem !== undefined) printer.line(style.bad(printableLine(type.problem)));
      }
      printer.line(`\nDecided by: ${printableLine(rule)}`);
      for (const [index, step] of steps.entries())
        printer.sentence(`${index + 1}. ${printableLine(step)}`, '  ');
      if (claims.length > 0) {
        printer.line();
        printer.table(claims, [
          { title: 'server', cell: ({ name }) => name, whole: true },
          { title: 'trust', cell: ({ trust }) => trust, whole: true },
          { title: 'verdict', cell: ({ verdict }) => verdict },
        ]);
      }
      if (problems.length > 0) printer.line();
      for (const problem of problems) printer.sentence(printableLine(problem));
      return 'done';
    }),
});
