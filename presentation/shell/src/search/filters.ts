import type { ExtensionParams } from '@loggia/client';

/** The conditions on a result, beside matching the query. */
export interface SearchFilters {
  readonly kind?: 'artifact' | 'message';
  readonly types?: readonly string[];
  readonly states?: readonly ArtifactState[];
  readonly collection?: string;
  readonly workspace?: string;
  /** When it was changed last: within so many days, or between two days as `YYYY-MM-DD`. */
  readonly days?: number;
  readonly since?: string;
  readonly until?: string;
}

export const artifactStates = ['draft', 'committed', 'archived'] as const;
export type ArtifactState = (typeof artifactStates)[number];

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** As many as the host takes. */
const mostTypes = 50;

/** As it stands in an address. Anybody can write an address, so only what makes sense is taken. */
export function parseFilters(text: string): SearchFilters {
  const given = new URLSearchParams(text);
  const kind = given.get('kind');
  const types = given.getAll('type').filter((type) => type.length >= 3 && type.length <= 255);
  const states = artifactStates.filter((state) => given.getAll('state').includes(state));
  const days = Number(given.get('days'));
  const named = (name: 'collection' | 'workspace') => {
    const value = given.get(name);
    return value !== null && /^[\w-]{1,64}$/.test(value) ? { [name]: value } : {};
  };
  const day = (name: 'since' | 'until') => {
    const value = given.get(name);
    return value !== null && dayPattern.test(value) && !Number.isNaN(Date.parse(value))
      ? { [name]: value }
      : {};
  };
  return {
    ...((kind === 'artifact' || kind === 'message') && { kind }),
    ...(types.length > 0 && { types: [...new Set(types)].slice(0, mostTypes) }),
    ...(states.length > 0 && { states }),
    ...named('collection'),
    ...named('workspace'),
    ...(Number.isInteger(days) && days > 0 && days <= 36_500 && { days }),
    ...day('since'),
    ...day('until'),
  };
}

export function formatFilters(filters: SearchFilters): string {
  const { types, states, ...single } = filters;
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(single)) {
    if (value !== undefined) given.set(name, String(value));
  }
  for (const type of types ?? []) given.append('type', type);
  for (const state of states ?? []) given.append('state', state);
  return given.toString();
}

/** A change; undefined values remove their filters. */
export function changeFilters(
  filters: SearchFilters,
  change: { readonly [Name in keyof SearchFilters]?: SearchFilters[Name] | undefined },
): SearchFilters {
  const merged = Object.entries({ ...filters, ...change });
  return Object.fromEntries(
    merged.filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Adds the value, or removes it if it is there. */
export function toggled<Value>(values: readonly Value[] | undefined, value: Value): readonly Value[] {
  const list = values ?? [];
  return list.includes(value) ? list.filter((other) => other !== value) : [...list, value];
}

const dayMs = 86_400_000;

/** The question for the host. Messages have neither type nor state, so those filters are only about artifacts. */
export function searchParams(
  query: string,
  filters: SearchFilters,
  now: number,
): ExtensionParams<'x-loggia/search'> {
  const { kind, types, states, collection, workspace, days, since, until } = filters;
  const isAboutArtifacts = types !== undefined || states !== undefined || collection !== undefined;
  const wanted = kind ?? (isAboutArtifacts ? 'artifact' : undefined);
  const from = days === undefined ? startOfDay(since) : new Date(now - days * dayMs).toISOString();
  const to = days === undefined ? endOfDay(until) : undefined;
  return {
    query,
    ...(wanted !== undefined && { kinds: [wanted] }),
    ...(wanted !== 'message' && {
      ...(types && { types: [...types] }),
      ...(states && { states: [...states] }),
      ...(collection !== undefined && { collection }),
    }),
    ...(workspace !== undefined && { workspace }),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
  };
}

/** Days are the user's, so they begin and end in the user's time zone. */
function startOfDay(day: string | undefined): string | undefined {
  return day === undefined ? undefined : new Date(`${day}T00:00:00`).toISOString();
}

function endOfDay(day: string | undefined): string | undefined {
  return day === undefined ? undefined : new Date(`${day}T23:59:59.999`).toISOString();
}
