import type { Clock, Scheduler } from '@loggia/kernel';
import { uiOf, type ServerConnection } from '@loggia/mcp';
import type { SeenTemplates } from './seen-templates.ts';
import type { Template } from './template.ts';
import { readTemplate } from './template-reader.ts';

/** Whose template it is. */
export interface TemplateSource {
  readonly connection: ServerConnection;
  /** The id of its customization. */
  readonly server: string;
  readonly serverName: string;
}

export interface TemplatePorts {
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly seen: Pick<SeenTemplates, 'add'>;
  /** Of all that are kept; those that were asked for longest ago go first. */
  readonly maxBytes?: number;
}

/** A server that has changed its page without a word is asked again after this. */
const freshMs = 5 * 60_000;
/** Of one server, before anybody has asked for one. */
const mostPrefetched = 20;
const mostAtOnce = 4;
const mostKept = 500;
/** A server may say that its lists have changed as often as it likes. */
const prefetchAgainMs = 2000;
const mostBytes = 128 * 1024 * 1024;

interface Kept {
  /** The page itself lies with the others, where there is a limit to how much. */
  readonly hash: Promise<string>;
  readonly at: number;
}

/** What one connection has shown. */
interface ConnectionTemplates {
  readonly kept: Map<string, Kept>;
  readonly followers: Set<TemplateSource>;
  cancelPrefetch: (() => void) | undefined;
}

/** Templates of all servers: read once, kept by their hash, and there before anybody asks. */
export class Templates {
  readonly #ports: TemplatePorts;
  readonly #maxBytes: number;
  readonly #byConnection = new WeakMap<ServerConnection, ConnectionTemplates>();
  /** Those asked for longest ago first. */
  readonly #byHash = new Map<string, Template>();
  #bytes = 0;
  readonly #waiting: (() => void)[] = [];
  #reading = 0;

  constructor(ports: TemplatePorts) {
    this.#ports = ports;
    this.#maxBytes = ports.maxBytes ?? mostBytes;
  }

  /** Undefined where it has gone meanwhile. */
  html(hash: string): Buffer | undefined {
    const template = this.#byHash.get(hash);
    if (template) this.#keep(template);
    return template?.html;
  }

  /** From what is kept while it is fresh, and else from the server. What failed is asked for again. */
  async read(source: TemplateSource, uri: string): Promise<Template> {
    const shown = this.#shelfOf(source.connection);
    const now = this.#ports.clock.now();
    const kept = shown.kept.get(uri);
    const known =
      kept && now - kept.at < freshMs ? await kept.hash.then((hash) => this.#byHash.get(hash)) : undefined;
    const template = known ?? (await this.#fetch(shown, source, uri));
    this.#keep(template);
    this.#ports.seen.add({
      hash: template.hash,
      bytes: template.html.length,
      server: source.server,
      serverName: source.serverName,
      resourceUri: uri,
      seenAt: new Date(now).toISOString(),
      declared: template.declared,
    });
    return template;
  }

  /** Reads what the tools of a server name, now and whenever its lists change, until told to stop. */
  follow(source: TemplateSource): () => void {
    const shown = this.#shelfOf(source.connection);
    shown.followers.add(source);
    this.#prefetchSoon(shown, source.connection, 0);
    return () => {
      shown.followers.delete(source);
      if (shown.followers.size === 0) shown.cancelPrefetch?.();
    };
  }

  #shelfOf(connection: ServerConnection): ConnectionTemplates {
    const known = this.#byConnection.get(connection);
    if (known) return known;
    const shown: ConnectionTemplates = { kept: new Map(), followers: new Set(), cancelPrefetch: undefined };
    this.#byConnection.set(connection, shown);
    connection.onChange((change) => {
      if (change === 'prompts') return;
      shown.kept.clear();
      if (change !== 'state') this.#prefetchSoon(shown, connection, prefetchAgainMs);
    });
    return shown;
  }

  async #fetch(shown: ConnectionTemplates, { connection }: TemplateSource, uri: string): Promise<Template> {
    const fetching = readTemplate(connection, uri);
    const hash = fetching.then((template) => {
      this.#keep(template);
      return template.hash;
    });
    const kept = { hash, at: this.#ports.clock.now() };
    if (shown.kept.size >= mostKept) shown.kept.clear();
    shown.kept.set(uri, kept);
    try {
      await hash;
    } catch (error) {
      if (shown.kept.get(uri) === kept) shown.kept.delete(uri);
      throw error;
    }
    return fetching;
  }

  #prefetchSoon(shown: ConnectionTemplates, connection: ServerConnection, delayMs: number): void {
    if (shown.cancelPrefetch || shown.followers.size === 0) return;
    const cancel = this.#ports.scheduler.after(delayMs, () => {
      shown.cancelPrefetch = undefined;
      this.#prefetch(shown, connection);
    });
    shown.cancelPrefetch = () => {
      shown.cancelPrefetch = undefined;
      cancel();
    };
  }

  #prefetch(shown: ConnectionTemplates, connection: ServerConnection): void {
    if (connection.state.kind !== 'ready' || !connection.facts?.resources) return;
    const named = connection.tools.map((tool) => uiOf(tool)?.['resourceUri']);
    const uris = new Set(named.filter((uri) => typeof uri === 'string'));
    const servers = new Map([...shown.followers].map((source) => [source.server, source]));
    for (const source of servers.values()) {
      for (const uri of [...uris].slice(0, mostPrefetched)) {
        // Whoever opens the View asks again, and is told what is wrong.
        this.#inTurn(() => this.read(source, uri)).catch(() => undefined);
      }
    }
  }

  /** A few at a time: many servers start together. Whoever wants to see a View does not wait for a turn. */
  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#reading >= mostAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#reading += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#reading -= 1;
    }
  }

  #keep(template: Template): void {
    const { hash, html } = template;
    if (this.#byHash.delete(hash)) this.#bytes -= html.length;
    this.#byHash.set(hash, template);
    this.#bytes += html.length;
    for (const [oldest, { html: gone }] of this.#byHash) {
      if (this.#bytes <= this.#maxBytes || oldest === hash) break;
      this.#byHash.delete(oldest);
      this.#bytes -= gone.length;
    }
  }
}
