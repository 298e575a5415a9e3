import { listSkills, readSkill, type McpSkill, type ServerConnection } from '@loggia/mcp';
import { nameField } from '../plugins/fields.ts';
import { readFrontMatter } from '../plugins/front-matter.ts';
import { invocationOf } from '../plugins/parts/skills.ts';
import { stableId } from './identity.ts';
import type { PlannedChild, PlannedDirectory, PlannedServer } from './planned.ts';
import type { EquipmentPorts } from './ports.ts';

interface Known {
  skills: readonly McpSkill[];
  /** The list that is being read. */
  listing: Promise<void> | undefined;
}

/** The skills that running servers offer. Each connection is asked once, and again when it tells of changes. */
export class ServerSkills {
  readonly #report: EquipmentPorts['report'];
  readonly #known = new WeakMap<ServerConnection, Known>();
  readonly #listeners = new Set<() => void>();

  constructor(report: EquipmentPorts['report']) {
    this.#report = report;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when the lists that are being read are known. */
  async listed(connections: readonly ServerConnection[]): Promise<void> {
    await Promise.all(connections.flatMap((connection) => this.#of(connection).listing ?? []));
  }

  /** A folder of the skills of a server; undefined if it has none. */
  directoryOf(
    { id: server, name, uri }: PlannedServer,
    connection: ServerConnection,
  ): PlannedDirectory | undefined {
    const { skills } = this.#of(connection);
    if (skills.length === 0) return undefined;
    const id = stableId('server-skills', server);
    const byFile = new Map(skills.map((skill) => [skill.uri, skill]));
    const files = {
      uri,
      path: undefined,
      read: async (file: string) => {
        const skill = byFile.get(file);
        return skill && textOf(skill, connection);
      },
      list: async () => [],
    };
    const children = skills.map((skill): PlannedChild => {
      const key = stableId(id, skill.uri);
      const { name: own, description, uri: file, fields } = skill;
      const declared = {
        ...{ type: 'skill' as const, name: own, uri: file, file },
        ...(description !== '' && { description }),
        ...invocationOf(fields),
      };
      const attached = new Map(
        skill.files.map((each) => [each.path, () => readSkill(connection, skill, each)]),
      );
      return { type: 'leaf', id: key, key, declared, fingerprint: undefined, files, attached };
    });
    return {
      ...{ type: 'directory', id, key: id, uri, contents: 'skill' },
      name: `Skills of ${name}`,
      load: { kind: 'loaded' },
      children,
      // A server that may run is trusted with its words, too, as with the descriptions of its tools.
      trust: undefined,
    };
  }

  #of(connection: ServerConnection): Known {
    const known = this.#known.get(connection);
    if (known) return known;
    const made: Known = { skills: [], listing: undefined };
    this.#known.set(connection, made);
    connection.onChange((change) => {
      const isBack = change === 'state' && connection.state.kind === 'ready';
      if (isBack || change === 'resources') this.#list(connection, made);
    });
    this.#list(connection, made);
    return made;
  }

  #list(connection: ServerConnection, known: Known): void {
    if (connection.state.kind !== 'ready' || connection.facts?.skills !== true) return;
    const listing = this.#read(connection, known, () => known.listing === listing);
    known.listing = listing;
  }

  /** Never rejects. A list that isn't the last one requested doesn't count. */
  async #read(connection: ServerConnection, known: Known, counts: () => boolean): Promise<void> {
    const { name } = connection.definition;
    try {
      const { skills, refused } = await listSkills(connection);
      if (!counts()) return;
      known.listing = undefined;
      for (const why of refused) this.#report(`A skill of "${name}" is left out`, new Error(why));
      const isSame = JSON.stringify(plain(skills)) === JSON.stringify(plain(known.skills));
      known.skills = skills;
      if (!isSame) for (const listener of [...this.#listeners]) listener();
    } catch (error) {
      if (!counts()) return;
      known.listing = undefined;
      this.#report(`The skills of "${name}" could not be listed`, error);
    }
  }
}

/** A text that describes another skill than the one that was listed isn't used, as the extension demands. */
async function textOf(skill: McpSkill, connection: ServerConnection): Promise<string> {
  const text = await readSkill(connection, skill);
  const said = nameField(readFrontMatter(text).fields);
  if (said === skill.name) return text;
  const is = said === undefined ? 'has no name' : `is that of "${said}"`;
  throw new Error(
    `The skill "${skill.name}" of "${connection.definition.name}" can't be used: its text ${is}. Tell whoever runs the server.`,
  );
}

function plain(skills: readonly McpSkill[]): unknown[] {
  return skills.map(({ fields, ...rest }) => ({ ...rest, fields: [...fields] }));
}
