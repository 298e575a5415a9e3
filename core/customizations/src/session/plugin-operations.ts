import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import {
  ProtocolError,
  type PluginFrom,
  type PluginMarketplace,
  type PluginPreview,
  type PluginReport,
} from '@loggia/protocol';
import type { AddedFrom, AddedPlugin, ListedPlugin, PluginAtHand } from '../decisions/added-plugins.ts';
import { fetchPlugin, type Fetchable, type FetchPorts } from '../fetched/fetch-plugin.ts';
import { writeManifest } from '../fetched/write-manifest.ts';
import { FetchRefused } from '../fetched/fetch-refused.ts';
import { FileRefused } from '../files/file-refused.ts';
import { approvalOf } from './approval.ts';
import { folderUri } from './folders.ts';
import type { OperationPorts } from './operation-ports.ts';
import { chosenFrom, listedNow, marketplaceIn, shownMarketplace } from './marketplaces.ts';
import { diskPluginId } from './plan.ts';
import { childrenOf } from './planned.ts';
import { PluginPreviews } from './plugin-previews.ts';
import { assertRecognized, identityOf, originOf, readAtHand } from './plugin-reading.ts';
import { partsFrom, reviewOf } from './review.ts';
import { changedMeanwhile } from './trust-operations.ts';

/** One of the two. */
interface PreviewAnswer {
  readonly preview?: PluginPreview;
  readonly marketplace?: PluginMarketplace;
}

interface Asker {
  readonly clientId: string;
  readonly signal: AbortSignal;
}

/**
 * Plugins that people add to the host, for every session. For people only: whoever adds one decides what runs on this
 * machine. Throws ProtocolError with a sentence.
 */
export interface PluginOperations {
  previewPlugin(
    params: {
      readonly from: PluginFrom;
      /** By its name in the marketplace that is there. */
      readonly plugin?: string | undefined;
      readonly call?: string | undefined;
    },
    by: Asker,
  ): Promise<PreviewAnswer>;
  /** Conflict when what was previewed has changed since. */
  addPlugin(params: {
    readonly preview: string;
    readonly fingerprint?: string | undefined;
  }): Promise<{ plugin: PluginReport }>;
  listPlugins(): Promise<{ plugins: PluginReport[] }>;
  /** If it can't be fetched, or isn't a plugin any more, the old one stays as it is. */
  updatePlugin(
    params: {
      readonly plugin: string;
      readonly content?: string | undefined;
      readonly name?: string | undefined;
      readonly call?: string | undefined;
    },
    by: Asker,
  ): Promise<{ plugin: PluginReport }>;
  removePlugin(params: { readonly plugin: string }): Promise<Record<string, never>>;
}

export function createPluginOperations(ports: OperationPorts, fetching: FetchPorts): PluginOperations {
  const { services, refreshAll } = ports;
  const { plugins, trust } = services;
  const { folders } = fetching;
  const { scheduler } = services.ports;
  const previews = new PluginPreviews({
    scheduler,
    folders,
    report: (problem, error) => services.ports.report(problem, error),
  });
  /** Those that are being updated or removed. */
  const busy = new Set<string>();

  /** Ends with its caller, or when she cancels it. */
  async function cancelable<Result>(
    call: string | undefined,
    { clientId, signal }: Asker,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { canceled, end } = ports.calls.cancelable(clientId, call);
    const ends = AbortSignal.any([signal, canceled]);
    try {
      return await work(ends);
    } catch (error) {
      if (ends.aborted) throw new ProtocolError('Unavailable', 'Canceled. Nothing was added or changed.');
      const isRefusal = error instanceof FetchRefused || error instanceof FileRefused;
      throw isRefusal ? invalid(error.message) : error;
    } finally {
      end();
    }
  }

  async function preview(
    from: PluginFrom,
    chosen: string | undefined,
    signal: AbortSignal,
    listed?: ListedPlugin,
  ): Promise<PreviewAnswer> {
    const id = randomUUID();
    let elsewhere: { readonly from: PluginFrom; readonly listed?: ListedPlugin } | undefined;
    try {
      let atHand = from.kind === 'folder' ? await ofFolder(from.path, id) : await fetched(from, id, signal);
      const market = await marketplaceIn(plugins.placeOf(atHand));
      if (chosen !== undefined) {
        if (!market) throw invalid('There is no list of plugins here to choose from. Leave the name out.');
        const choice = chosenFrom(market, chosen, atHand);
        if ('from' in choice) elsewhere = choice;
        else atHand = choice.atHand;
      }
      if (elsewhere === undefined) {
        if (listed) atHand = { ...atHand, listed };
        const { root, within } = plugins.placeOf(atHand);
        if (atHand.listed && within !== undefined) await writeManifest({ root, within }, atHand.listed);
        const { plugin, entry } = await readAtHand(services, atHand);
        if (market && chosen === undefined && plugin.format === 'bare') {
          await folders.remove(id);
          return { marketplace: shownMarketplace(market, atHand.from) };
        }
        assertRecognized(plugin);
        await assertNew(atHand);
        const source = plugins.placeOf(atHand).trust;
        const review = reviewOf(source, partsFrom(source, [entry]), trust);
        signal.throwIfAborted();
        previews.keep(atHand);
        return { preview: { id, ...identityOf(plugin), from: originOf(atHand.from), review } };
      }
    } catch (error) {
      await folders.remove(id);
      throw error;
    }
    await folders.remove(id);
    const answer = await preview(elsewhere.from, undefined, signal, elsewhere.listed);
    if (answer.preview) return answer;
    throw invalid(`"${chosen ?? ''}" is a list of plugins itself. Add one of those by its own address.`);
  }

  async function fetched(from: Fetchable, id: string, signal: AbortSignal): Promise<PluginAtHand> {
    const { filled, from: origin, name } = await fetchPlugin(from, id, fetching, signal);
    await folders.place(id, name, filled);
    return { id, from: origin, folder: name };
  }

  /** A plugin that sessions have twice would offer everything twice. */
  async function assertNew(atHand: PluginAtHand): Promise<void> {
    const { entries } = await ports.plan(undefined);
    const isThere =
      entries.some(({ id }) => id === idOf(atHand)) ||
      plugins.list().some((added) => isSamePlugin(added, atHand));
    if (!isThere) return;
    const message = 'The host has this plugin already. Update it, or remove it first.';
    throw new ProtocolError('AlreadyExists', message);
  }

  /** As customizations of sessions are called. */
  function idOf(atHand: PluginAtHand): string {
    return diskPluginId(folderUri(plugins.placeOf(atHand).root));
  }

  async function report(plugin: AddedPlugin): Promise<PluginReport> {
    const { root, trust: source } = plugins.placeOf(plugin);
    const { id, from, addedAt, updatedAt } = plugin;
    const base = { id, from: originOf(from), customization: idOf(plugin), source, addedAt, updatedAt };
    try {
      const { plugin: loaded, entry } = await readAtHand(services, plugin);
      const { decision = 'trusted', changed = false } = approvalOf(trust, entry) ?? {};
      return { ...base, ...identityOf(loaded), decision, ...(changed && { changed }) };
    } catch (error) {
      const problems = [error instanceof Error ? error.message : String(error)];
      return { ...base, name: path.basename(root), problems, decision: trust.decisionOn(source) };
    }
  }

  async function find(named: string): Promise<AddedPlugin> {
    await ports.plan(undefined);
    const all = plugins.list();
    const byId = all.find(({ id }) => id === named);
    if (byId) return byId;
    const reports = await Promise.all(all.map(report));
    const ids = reports.filter(({ name }) => name === named).map(({ id }) => id);
    const [only, ...others] = all.filter(({ id }) => ids.includes(id));
    if (others.length > 0)
      throw invalid(`Several plugins are called "${named}". Name one by its id: ${ids.join(', ')}.`);
    if (only) return only;
    throw new ProtocolError(
      'NotFound',
      `No plugin "${named}" was added. List the plugins to see their names.`,
    );
  }

  async function alone<Result>({ id }: AddedPlugin, work: () => Promise<Result>): Promise<Result> {
    if (busy.has(id))
      throw new ProtocolError('Conflict', 'The plugin is being updated or removed. Try again in a moment.');
    busy.add(id);
    try {
      return await work();
    } finally {
      busy.delete(id);
    }
  }

  /** Throws unless the fetched files are a plugin. */
  async function assertUsable({ from }: AddedPlugin, filled: string, listed?: ListedPlugin): Promise<void> {
    const inside = from.kind === 'folder' ? undefined : from.inside;
    const root = inside === undefined ? filled : path.join(filled, inside);
    if (listed) await writeManifest({ root, within: filled }, listed);
    assertRecognized((await services.sourceCache.readPlugin(root, filled)).plugin);
  }

  /** Programs of the plugin stop before their files go, and start with the new ones. */
  async function replaced(
    plugin: AddedPlugin,
    filled: string,
    changed: Pick<AddedPlugin, 'from' | 'listed'>,
  ): Promise<AddedPlugin> {
    plugins.suspend(plugin);
    refreshAll();
    try {
      await folders.place(plugin.id, plugin.folder, filled);
      return plugins.update(plugin, changed);
    } finally {
      plugins.resume(plugin);
      refreshAll();
    }
  }

  return {
    previewPlugin: ({ from, plugin, call }, by) =>
      cancelable(call, by, (signal) => preview(from, plugin, signal)),

    async addPlugin({ preview: id, fingerprint }) {
      const atHand = previews.get(id);
      if (!atHand) throw new ProtocolError('NotFound', 'This preview has expired. Preview the plugin again.');
      await assertNew(atHand);
      const { entry } = await readAtHand(services, atHand);
      const source = plugins.placeOf(atHand).trust;
      const parts = partsFrom(source, [entry]);
      if (fingerprint !== undefined && reviewOf(source, parts, trust).fingerprint !== fingerprint)
        throw new ProtocolError('Conflict', changedMeanwhile);
      if (!previews.take(id))
        throw new ProtocolError('Conflict', 'The plugin was added meanwhile. List the plugins.');
      if (fingerprint !== undefined) trust.trust(source, parts);
      const plugin = plugins.add(atHand);
      refreshAll();
      return { plugin: await report(plugin) };
    },

    async listPlugins() {
      await ports.plan(undefined);
      return { plugins: await Promise.all(plugins.list().map(report)) };
    },

    async updatePlugin({ plugin: named, content, name, call }, by) {
      const plugin = await find(named);
      const from = nextOf(plugin.from, content, name);
      return alone(plugin, () =>
        cancelable(call, by, async (signal) => {
          const { filled, from: origin } = await fetchPlugin(from, plugin.id, fetching, signal);
          const listed = plugin.listed && (await listedNow(plugin.listed, filled));
          try {
            await assertUsable(plugin, filled, listed);
            signal.throwIfAborted();
          } catch (error) {
            await folders.drop(plugin.id);
            throw error;
          }
          return { plugin: await report(await replaced(plugin, filled, { from: origin, listed })) };
        }),
      );
    },

    async removePlugin({ plugin: named }) {
      const plugin = await find(named);
      return alone(plugin, async () => {
        const { entries } = await ports.plan(undefined);
        const entry = entries.find(({ id }) => id === idOf(plugin));
        plugins.remove(plugin);
        // A plugin added later under the same name must not inherit any decision about this one.
        trust.forget(plugins.placeOf(plugin).trust);
        refreshAll();
        for (const { id, type } of entry ? [entry, ...childrenOf(entry)] : []) {
          services.enablement.forget(id);
          await ports.forget(id);
          if (type !== 'mcpServer') continue;
          services.toolMemory.forget(id);
          await services.ports.gateway.signOut(services.ports.principal, id);
        }
        await folders.remove(plugin.id);
        return {};
      });
    },
  };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError('InvalidParams', message);
}

async function ofFolder(folder: string, id: string): Promise<PluginAtHand> {
  const shown = JSON.stringify(folder);
  if (!path.isAbsolute(folder))
    throw invalid(`${shown} isn't an absolute path. Give the whole path of the folder.`);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw invalid(`There is no folder ${shown} on the host. Check the path.`);
  return { id, from: { kind: 'folder', path: path.resolve(folder) }, folder: '' };
}

function isSamePlugin({ from: one, listed }: PluginAtHand, { from: other, ...rest }: PluginAtHand): boolean {
  if (one.kind !== 'git' || other.kind !== 'git') return false;
  const isSameFolder = one.address === other.address && one.ref === other.ref && one.inside === other.inside;
  return isSameFolder && listed?.name === rest.listed?.name;
}

/** From where an update comes. */
function nextOf(from: AddedFrom, content: string | undefined, name: string | undefined): Fetchable {
  if (from.kind === 'folder')
    throw invalid('The plugin is read from its folder, so changes there count at once. Change the folder.');
  const inside = from.inside === undefined ? {} : { inside: from.inside };
  if (from.kind === 'git') {
    if (content !== undefined)
      throw invalid('The plugin comes from a repository. Leave the file out to fetch it again.');
    return {
      kind: 'git',
      address: from.address,
      ...(from.ref !== undefined && { ref: from.ref }),
      ...inside,
    };
  }
  if (content === undefined) throw invalid('The plugin came as a .zip file. Give the file that replaces it.');
  const called = name ?? from.name;
  return { kind: 'zip', content, ...(called !== undefined && { name: called }), ...inside };
}
