/** Where in the shell somebody is: a workspace, and what of it is shown. */
export type Route =
  | { readonly page: 'desk'; readonly workspace?: string }
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
  | { readonly page: 'activity' | 'audit'; readonly workspace?: string }
  | { readonly page: 'settings'; readonly workspace?: string; readonly section?: string }
  /** What is looked for, and `search/filters.ts` for what else it has to be. */
  | {
      readonly page: 'search';
      readonly workspace?: string;
      readonly query?: string;
      readonly filters?: string;
    };

export type Page = Route['page'];

/** By page, the names of what may follow it in an address. */
const details: Readonly<Record<Page, readonly string[]>> = {
  desk: [],
  session: ['session', 'chat', 'turn'],
  collections: ['collection'],
  servers: ['server'],
  activity: [],
  audit: [],
  settings: ['section'],
  search: ['query', 'filters'],
};

/** Reads `#/<workspace>/<page>/<detail>…`. What is not understood is the desk. */
export function parseRoute(hash: string): Route {
  const [workspace = '', page = 'desk', ...rest] = hash.replace(/^#\/?/, '').split('/').map(decoded);
  const names = Object.hasOwn(details, page) ? details[page as Page] : undefined;
  const known = workspace === '' || workspace === '-' ? {} : { workspace };
  if (names === undefined) return { page: 'desk', ...known };
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
