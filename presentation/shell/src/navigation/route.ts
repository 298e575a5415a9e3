/** The user's place in the shell: a workspace, and the shown part of it. */
export type Route =
  | { readonly page: 'desk'; readonly workspace?: string }
  /** The desk with a window on an artifact in front: as it stands and in its usual viewer, unless the address says more. */
  | {
      readonly page: 'artifact';
      readonly workspace?: string;
      readonly artifact: string;
      readonly version?: string;
      /** The server whose viewer shows it. */
      readonly with?: string;
      /** "view" where it is opened to read. */
      readonly mode?: string;
    }
  /** The desk with the View of a tool call in front. */
  | {
      readonly page: 'view';
      readonly workspace?: string;
      readonly session: string;
      readonly chat: string;
      readonly turn: string;
      readonly toolCall: string;
    }
  | {
      readonly page: 'session';
      readonly workspace?: string;
      /** Sessions and chats by the URIs of their channels. */
      readonly session?: string;
      readonly chat?: string;
      readonly turn?: string;
    }
  | { readonly page: 'collections'; readonly workspace?: string; readonly collection?: string }
  /** Servers by their ids, as `x-loggia/listServers` has them. */
  | { readonly page: 'servers'; readonly workspace?: string; readonly server?: string }
  /** Events that handlers have not taken are a page below that of the servers. */
  | { readonly page: 'activity' | 'audit' | 'deliveries'; readonly workspace?: string }
  | {
      readonly page: 'settings';
      readonly workspace?: string;
      readonly section?: string;
      /** The id of the server that the section is to show. */
      readonly server?: string;
    }
  /** The search text; `search/filters.ts` has the filters. */
  | {
      readonly page: 'search';
      readonly workspace?: string;
      readonly query?: string;
      readonly filters?: string;
    };

/** Windows stand on the desk, whatever the address says of them. */
export type Page = Exclude<Route['page'], 'artifact' | 'view'>;

export function pageOf({ page }: Route): Page {
  return page === 'artifact' || page === 'view' ? 'desk' : page;
}

/** By page, the names of what may follow it in an address. */
const details: Readonly<Record<Route['page'], readonly string[]>> = {
  desk: [],
  artifact: ['artifact', 'version', 'with', 'mode'],
  view: ['session', 'chat', 'turn', 'toolCall'],
  session: ['session', 'chat', 'turn'],
  collections: ['collection'],
  servers: ['server'],
  activity: [],
  audit: [],
  deliveries: [],
  settings: ['section', 'server'],
  search: ['query', 'filters'],
};

/** The number of details that an address can't do without, by page. */
const needed: Partial<Readonly<Record<string, number>>> = { artifact: 1, view: 4 };

/** Reads `#/<workspace>/<page>/<detail>…`. Anything not understood is the desk. */
export function parseRoute(hash: string): Route {
  const [workspace = '', page = 'desk', ...rest] = hash.replace(/^#\/?/, '').split('/').map(decoded);
  const names = Object.hasOwn(details, page) ? details[page as Route['page']] : undefined;
  const known = workspace === '' || workspace === '-' ? {} : { workspace };
  const isWhole = names?.slice(0, needed[page] ?? 0).every((_, index) => rest[index]) === true;
  if (names === undefined || !isWhole) return { page: 'desk', ...known };
  const given = names.flatMap((name, index) => (rest[index] ? [[name, rest[index]]] : []));
  return { page, ...known, ...Object.fromEntries(given) } as Route;
}

export function formatRoute(route: Route): string {
  const { page, workspace = '-', ...rest } = route;
  const given = rest as Readonly<Record<string, string | undefined>>;
  const parts = details[page].map((name) => given[name] ?? '');
  while (parts.at(-1) === '') parts.pop();
  return `#/${[workspace, page, ...parts].map(encodeURIComponent).join('/')}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
