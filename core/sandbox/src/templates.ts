import type { Clock, Scheduler } from '@loggia/kernel';
import { uiOf, type ServerConnection } from '@loggia/mcp';
import type { SeenTemplates } from './seen-templates.ts';
import type { Template } from './template.ts';
import { readTemplate } from './template-reader.ts';

/** The server that a template comes from. */
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
  /** The limit for all that are kept; the least recently used are dropped first. */
  readonly maxBytes?: number;
}

/** How long a template is used before the server is asked again, in case it changed without a notification. */
const freshMs = 5 * 60_000;
/** The number per server that is read before anybody asks. */
const mostPrefetched = 20;
const mostAtOnce = 4;
const mostKept = 500;
/** Limits the rate: a server can report list changes as often as it likes. */
const prefetchAgainMs = 2000;
const mostBytes = 128 * 1024 * 1024;

interface Kept {
  /** The page itself is in the shared cache, which is limited. */
  readonly hash: Promise<string>;
  readonly at: number;
}

/** The templates of one connection. */
interface ConnectionTemplates {
  readonly kept: Map<string, Kept>;
  readonly followers: Set<TemplateSource>;
  cancelPrefetch: (() => void) | undefined;
}

/** The templates of all servers: read once, cached by their hash, and prefetched. */
export class Templates {
  readonly #ports: TemplatePorts;
  readonly #maxBytes: number;
  readonly #byConnection = new WeakMap<ServerConnection, ConnectionTemplates>();
  /** The least recently used first. */
  readonly #byHash = new Map<string, Template>();
  #bytes = 0;
  readonly #waiting: (() => void)[] = [];
  #reading = 0;

  constructor(ports: TemplatePorts) {
    this.#ports = ports;
    this.#maxBytes = ports.maxBytes ?? mostBytes;
  }

  /** Undefined if it was dropped meanwhile. */
  html(hash: string): Buffer | undefined {
    const template = this.#byHash.get(hash);
    if (template) this.#keep(template);
    return template?.html;
  }

  /** From the cache while it is fresh, or else from the server. Failures aren't cached. */
  async read(source: TemplateSource, uri: string): Promise<Template> {
    const shown = this.#templatesOf(source.connection);
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

  /**
   * Prefetches the templates that a server's tools name, now and whenever its lists change, until the returned function
   * is called.
   */
  follow(source: TemplateSource): () => void {
    const shown = this.#templatesOf(source.connection);
    shown.followers.add(source);
    this.#prefetchSoon(shown, source.connection, 0);
    return () => {
      shown.followers.delete(source);
      if (shown.followers.size === 0) shown.cancelPrefetch?.();
    };
  }

  #templatesOf(connection: ServerConnection): ConnectionTemplates {
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
        // Opening the View asks again, and reports the error.
        this.#inTurn(() => this.read(source, uri)).catch(() => undefined);
      }
    }
  }

  /** A few at a time: many servers start together. Opening a View doesn't wait in this queue. */
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
