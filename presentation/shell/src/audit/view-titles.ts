import type { AuditRecord } from '@loggia/protocol';

const mostLookedUp = 100;

/** The artifact that a View shows; undefined for one that shows the result of a call. */
function artifactOfView(view: string): string | undefined {
  return /^artifact:([A-Za-z0-9][A-Za-z0-9_-]*)/.exec(view)?.[1];
}

/** The artifacts whose titles name Views in these records. */
export function artifactsShownIn(records: readonly Pick<AuditRecord, 'view'>[]): readonly string[] {
  const ids = records.flatMap(({ view }) => (view === undefined ? [] : (artifactOfView(view) ?? [])));
  return [...new Set(ids)].slice(0, mostLookedUp);
}

/** The title of each View: that of the artifact that it shows, else its template, else its server. */
export function viewTitles(
  records: readonly Pick<AuditRecord, 'view' | 'serverName'>[],
  templates: ReadonlyMap<string, string>,
  titles: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    records.flatMap(({ view, serverName }): [string, string][] => {
      if (view === undefined) return [];
      const title = titles.get(artifactOfView(view) ?? '');
      const template = templates
        .get(view)
        ?.split('/')
        .at(-1)
        ?.replace(/\.html?$/i, '');
      return [[view, title ?? (template ? `${template} of ${serverName}` : serverName)]];
    }),
  );
}
