import { effectiveConfig, partsWords } from '@loggia/client';
import type { PluginMarketplace, PluginReport, SourceReview } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { printerFor, type Printer } from '../../output/printer.ts';
import type { World } from '../../world.ts';
import { folderFor } from '../chat/conversation.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { findNamed } from '../named-one.ts';
import { approveReviewed, fingerprintOption, printReview } from '../trust/review.ts';
import { turnCommands } from '../turn.ts';
import { visitHost, type Visit } from '../visit.ts';
import { archiveSent, kindOf, originNamed, originWords } from './plugin-origin.ts';

/** Longer than the host gives Git. */
const withinMs = 5 * 60_000;

export const listPlugins = defineCommand({
  path: ['plugins', 'list'],
  says: 'List the plugins that were added, and whether they may run.',
  takes: [],
  options: {
    cwd: {
      kind: 'text',
      value: 'DIR',
      says: 'List everything that a session in this folder would use',
      example: '--cwd ./project',
    },
  },
  more: 'With --cwd, lists the servers and plugins of the host’s configuration, of the folder, and those that were added. A folder’s own run only after "loggia trust add".',
  examples: [
    ['loggia plugins list', 'Name, version, decision and origin of each'],
    ['loggia plugins list --cwd .', 'The servers and plugins of a session here'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      if (given.options.cwd !== undefined) return listEffect(visit, given.options.cwd);
      const { link, printer } = visit;
      const { plugins } = await link.ask('x-loggia/listPlugins', {});
      printer.document({ plugins });
      if (plugins.length === 0) {
        printer.sentence('No plugin was added. Add one with "loggia plugins add FROM".');
        return 'done';
      }
      printer.table(plugins, [
        { title: 'name', cell: ({ name }) => name, whole: true },
        { title: 'version', cell: ({ version = '' }) => version },
        { title: 'trust', cell: trustWords, whole: true },
        { title: 'from', cell: ({ from }) => originWords(from) },
        { title: 'id', cell: ({ id }) => id },
      ]);
      const problems = plugins.flatMap(({ name, problems: own }) =>
        own.map((problem) => `${printableLine(name)}: ${printableLine(problem)}`),
      );
      if (problems.length > 0) printer.line();
      for (const problem of problems) printer.sentence(problem);
      return 'done';
    }),
});

async function listEffect({ link, printer, world }: Visit, directory: string): Promise<'done'> {
  const { servers, plugins } = await effectiveConfig(link.client, await folderFor(link, world, directory));
  printer.document({ servers, plugins });
  const rows = [
    ...servers.map(({ name, source }) => ({ kind: 'server', name, has: '', source })),
    ...plugins.map(({ name, source, parts, problem }) => ({
      kind: 'plugin',
      name,
      has: problem ?? partsWords(parts),
      source,
    })),
  ];
  if (rows.length === 0) {
    printer.sentence('A session here would use no servers and no plugins.');
    return 'done';
  }
  printer.table(rows, [
    { title: 'kind', cell: ({ kind }) => kind, whole: true },
    { title: 'name', cell: ({ name }) => name, whole: true },
    { title: 'has', cell: ({ has }) => has },
    { title: 'from', cell: ({ source }) => source },
  ]);
  return 'done';
}

function trustWords({ decision, changed }: PluginReport): string {
  if (changed === true) return 'changed';
  return decision === 'undecided' ? 'not trusted' : decision;
}

export const addPlugin = defineCommand({
  path: ['plugins', 'add'],
  says: 'Add a plugin to the host from a folder, a .zip file or a Git repository.',
  takes: ['FROM'],
  options: {
    git: { kind: 'switch', says: 'FROM is a repository, such as a path without ".git"' },
    ref: { kind: 'text', value: 'REF', says: 'Branch or tag of the repository', example: '--ref v2' },
    inside: {
      kind: 'text',
      value: 'FOLDER',
      says: 'Folder of the plugin in the archive or repository',
      example: '--inside plugins/weather',
    },
    plugin: {
      kind: 'text',
      value: 'NAME',
      says: 'Plugin to add from a marketplace',
      example: '--plugin weather',
    },
    'no-trust': { kind: 'switch', says: 'Add it without running anything' },
  },
  more: 'Shows everything that it would run and asks before anything does. Where FROM is a marketplace, lists its plugins and asks which one. A folder stays where it is; archives and repositories are copied into the host’s data directory.',
  examples: [
    ['loggia plugins add ./weather', 'A folder'],
    ['loggia plugins add weather.zip', 'An archive'],
    ['loggia plugins add https://example.com/team/tools.git --inside plugins/weather', 'A repository'],
    ['loggia plugins add https://example.com/team/market.git --plugin weather', 'From a marketplace'],
    ['loggia plugins add ./weather --no-trust', 'For a script: nothing runs until you trust it'],
  ],
  async run(given, world) {
    const [from = ''] = given.words;
    const { git, ref, inside, plugin: wanted, 'no-trust': withoutTrust } = given.options;
    const named = { from, git, ref, inside };
    kindOf(named);
    if (!withoutTrust && world.ask === undefined)
      throw wrongUsage(
        'There is no terminal to confirm on; add --no-trust to add it without running anything.',
      );
    return visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const options = { timeoutMs: withinMs, signal: world.interrupted };
      // With --json, the review goes to stderr: a person who is asked to trust the plugin still has to see it.
      const screen = given.json ? printerFor({ ...world, out: world.complaints }, 'people') : printer;
      const origin = await originNamed(visit, named);
      const look = async (plugin: string | undefined) =>
        link.ask(
          'x-loggia/previewPlugin',
          { from: origin, ...(plugin !== undefined && { plugin }) },
          options,
        );
      const first = await look(wanted);
      const { preview } = first.marketplace
        ? await look(await chosenFrom(first.marketplace, world, screen))
        : first;
      if (!preview) throw new CommandFailed('failed', 'The host showed no plugin. Update the host.');
      const shown = printableLine(preview.name);
      const { version, description } = preview;
      screen.sentence(
        [`"${shown}"`, version, description]
          .flatMap((text) => text ?? [])
          .map(printableLine)
          .join(', '),
      );
      for (const problem of preview.problems) screen.sentence(printableLine(problem), '  ');
      printReview(preview.review, screen);
      const trusted = withoutTrust ? {} : await agreed(visit, shown, preview.review);
      const { plugin } = await link.ask('x-loggia/addPlugin', { preview: preview.id, ...trusted }, options);
      printer.document({ plugin });
      printer.sentence(`Added "${shown}" to every workspace and session.`);
      if (plugin.decision !== 'trusted') printer.sentence(howToTrust(plugin));
      return 'done';
    });
  },
});

/** Lists the plugins of a marketplace and asks for one of them. */
async function chosenFrom(
  { name, plugins, problems }: PluginMarketplace,
  world: World,
  screen: Printer,
): Promise<string> {
  screen.sentence(`"${printableLine(name)}" is a marketplace. It lists:`);
  screen.table(plugins, [
    { title: 'name', cell: (plugin) => plugin.name, whole: true },
    { title: 'version', cell: ({ version = '' }) => version },
    { title: 'description', cell: ({ problem, description = '' }) => problem ?? description },
  ]);
  for (const problem of problems) screen.sentence(printableLine(problem), '  ');
  const answer = (await world.ask?.('Which plugin? '))?.trim() ?? '';
  if (answer !== '') return answer;
  throw new CommandFailed('failed', 'Nothing was added. Choose a plugin with --plugin NAME.');
}

async function agreed(
  { world }: Visit,
  shown: string,
  { fingerprint, parts, decision }: SourceReview,
): Promise<{ readonly fingerprint?: string }> {
  if (parts.length === 0 || decision === 'trusted') return {};
  await confirmed(world, false, `Trust "${shown}" and add it?`, 'Nothing was added.');
  return { fingerprint };
}

function howToTrust({ source }: PluginReport): string {
  return `Nothing of it runs until you trust it with "loggia trust add ${printableLine(source)}".`;
}

async function pluginNamed({ link }: Visit, wanted: string): Promise<PluginReport> {
  const { plugins } = await link.ask('x-loggia/listPlugins', {});
  const titled = plugins.map((plugin) => ({ ...plugin, title: plugin.name }));
  return findNamed(titled, wanted, { one: 'plugin', many: 'plugins', list: 'loggia plugins list' });
}

export const updatePlugin = defineCommand({
  path: ['plugins', 'update'],
  says: 'Fetch a plugin from its repository anew, or replace its archive.',
  takes: ['NAME', '[FILE]'],
  options: fingerprintOption,
  more: 'What changed doesn’t run until you agree. If the new one can’t be fetched or isn’t a plugin, the old one stays.',
  examples: [
    ['loggia plugins update tools', 'From its repository'],
    ['loggia plugins update weather weather-2.zip', 'With another archive'],
  ],
  async run(given, world) {
    const [wanted = '', file] = given.words;
    return visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const { id } = await pluginNamed(visit, wanted);
      const archive = file === undefined ? {} : await archiveSent(visit, file);
      const options = { timeoutMs: withinMs, signal: world.interrupted };
      const { plugin } = await link.ask('x-loggia/updatePlugin', { plugin: id, ...archive }, options);
      const shown = printableLine(plugin.name);
      printer.document({ plugin });
      printer.sentence(
        `Updated "${shown}"${plugin.version === undefined ? '' : ` to ${printableLine(plugin.version)}`}.`,
      );
      if (plugin.changed !== true) return 'done';
      const { fingerprint } = given.options;
      if (fingerprint === undefined && world.ask === undefined) {
        printer.sentence(`What changed doesn’t run. ${howToTrust(plugin)}`);
        return 'done';
      }
      const question = `Trust what changed in "${shown}"?`;
      await approveReviewed(visit, plugin.source, { fingerprint, question, json: given.json });
      printer.sentence(`"${shown}" is trusted as it is now.`);
      return 'done';
    });
  },
});

export const [enablePlugin, disablePlugin] = turnCommands({
  group: 'plugins',
  one: 'plugin',
  example: 'weather',
  find: async (visit, wanted) => {
    const { customization: id, name } = await pluginNamed(visit, wanted);
    return { id, name };
  },
});

export const removePlugin = defineCommand({
  path: ['plugins', 'remove'],
  says: 'Remove an added plugin from every workspace and session.',
  takes: ['NAME'],
  options: { yes: { kind: 'switch', says: 'Don’t ask for confirmation' } },
  more: 'Its servers stop and every decision about it is forgotten. A folder that was added stays on the disk.',
  examples: [
    ['loggia plugins remove weather', 'Asks first'],
    ['loggia plugins remove weather --yes', 'For a script'],
  ],
  async run(given, world) {
    const [wanted = ''] = given.words;
    const { yes } = given.options;
    assertAskable(world, yes, `remove "${wanted}"`);
    return visitHost(given, world, async (visit) => {
      const { id, name } = await pluginNamed(visit, wanted);
      const shown = printableLine(name);
      await confirmed(
        world,
        yes,
        `Remove "${shown}" from every workspace and session of the host?`,
        `"${shown}" was not removed.`,
      );
      await visit.link.ask('x-loggia/removePlugin', { plugin: id });
      visit.printer.document({ removed: id });
      visit.printer.sentence(`Removed "${shown}".`);
      return 'done';
    });
  },
});
