import type { McpTool } from '@loggia/mcp';
import type { RecordStore } from '../session/ports.ts';
import { sameJson } from '../session/same-json.ts';

const namespace = 'server-tools';

/** Servers beyond this number aren't remembered: turns wait for them. */
const mostServers = 1000;
/** The size of one server's tools as JSON. */
const mostLength = 1024 * 1024;

interface Remembered {
  /** The server's definition when it listed them. */
  readonly definition: string;
  readonly tools: readonly McpTool[];
}

/**
 * The tools that each server listed last, for the time until it is up again: a turn after a restart of the host can
 * start with them. Complete once `load` has been awaited.
 */
export class ToolMemory {
  readonly #records: RecordStore;
  readonly #servers = new Map<string, Remembered>();

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async load(): Promise<void> {
    for (const { key, value } of await this.#records.list(namespace))
      if (isRemembered(value)) this.#servers.set(key, value);
  }

  /** Undefined if the server never listed any with this definition. */
  toolsOf(server: string, definition: string): readonly McpTool[] | undefined {
    const found = this.#servers.get(server);
    return found?.definition === definition ? found.tools : undefined;
  }

  remember(server: string, definition: string, tools: readonly McpTool[]): void {
    const before = this.#servers.get(server);
    if (before?.definition === definition && (before.tools === tools || sameJson(before.tools, tools)))
      return;
    const isNew = before === undefined;
    if ((isNew && this.#servers.size >= mostServers) || JSON.stringify(tools).length > mostLength) {
      this.forget(server);
      return;
    }
    const remembered = { definition, tools };
    this.#servers.set(server, remembered);
    this.#records.put(namespace, server, remembered);
  }

  forget(server: string): void {
    if (this.#servers.delete(server)) this.#records.delete(namespace, server);
  }
}

function isRemembered(value: unknown): value is Remembered {
  return (
    typeof value === 'object' &&
    value !== null &&
    'definition' in value &&
    typeof value.definition === 'string' &&
    'tools' in value &&
    Array.isArray(value.tools)
  );
}
