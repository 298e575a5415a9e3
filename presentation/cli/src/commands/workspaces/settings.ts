import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { oneOf } from '../choice.ts';
import { findProvider } from '../models/find-provider.ts';
import { pinnedWords, searchWords, toolOptions, toolsIn } from '../tool-options.ts';
import { visitHost } from '../visit.ts';
import { findWorkspace } from './find-workspace.ts';

const policies = ['writes', 'always', 'never', 'default'] as const;

const policyWords: Readonly<Record<string, string>> = {
  writes: 'ask before they use a tool, unless it only reads',
  always: 'always ask before they use a tool',
  never: 'use tools without asking',
};

export const workspaceSettings = defineCommand({
  path: ['workspaces', 'settings'],
  says: 'Show or change the settings that a workspace has in place of the host’s.',
  takes: ['WORKSPACE'],
  options: {
    agent: {
      kind: 'text',
      value: 'NAME',
      says: 'Agent of new sessions in this workspace ("default": the host’s)',
      example: '--agent anthropic',
    },
    confirm: {
      kind: 'text',
      value: 'POLICY',
      says: 'When agents ask before they use a tool: writes, always, never, or default (the host’s)',
      example: '--confirm always',
    },
    ...toolOptions('the host’s'),
  },
  examples: [
    ['loggia workspaces settings Home', 'Shows them'],
    ['loggia workspaces settings Home --confirm always', 'Agents ask about every tool there'],
    ['loggia workspaces settings Home --agent operator', 'New sessions there work without a model'],
  ],
  async run(given, world) {
    const { agent, confirm } = given.options;
    const policy = confirm === undefined ? undefined : oneOf('--confirm', confirm, policies);
    const { budget, pins } = toolsIn(given.options);
    return visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const { id: workspace, title } = await findWorkspace(link, given.words[0] ?? '');
      const wanted = {
        ...(agent !== undefined && {
          agent: agent === 'default' ? null : (await findProvider(visit, agent)).provider,
        }),
        ...(policy !== undefined && { confirm: policy === 'default' ? null : policy }),
        ...(budget !== undefined && { toolBudget: budget }),
        ...(pins && { pinnedTools: pins.length === 0 ? null : pins }),
      };
      const { settings, host } =
        Object.keys(wanted).length === 0
          ? await link.ask('x-loggia/readWorkspaceSettings', { workspace })
          : await link.ask('x-loggia/setWorkspaceSettings', { workspace, ...wanted });
      printer.document({ workspace, settings, host });
      const from = (own: unknown) => (own === undefined ? ', as everywhere' : '');
      const asks = settings.confirm ?? host.confirm;
      printer.sentence(`In "${printableLine(title)}":`);
      printer.sentence(
        `New sessions use ${printableLine(settings.agent ?? host.agent ?? 'no agent')}${from(settings.agent)}.`,
        '  ',
      );
      printer.sentence(`Agents ${policyWords[asks] ?? printableLine(asks)}${from(settings.confirm)}.`, '  ');
      const room = settings.toolBudget ?? host.toolBudget;
      printer.sentence(`Agents ${searchWords(room)}${from(settings.toolBudget)}.`, '  ');
      const pinned = [...(host.pinnedTools ?? []), ...(settings.pinnedTools ?? [])];
      if (pinned.length > 0) printer.sentence(pinnedWords(pinned), '  ');
      return 'done';
    });
  },
});
