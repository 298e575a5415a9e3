import type { ServerReport, TemplateReport, ViewConsent, ViewPolicy } from '@loggia/protocol';

export interface ServerWithViews {
  readonly id: string;
  readonly name: string;
  readonly loosen: ViewPolicy['loosen'];
  readonly consent: ViewConsent;
  readonly tools: NonNullable<ViewPolicy['tools']>;
}

/** Servers that have shown a View, or about whose Views something was decided; by name. */
export function serversWithViews(
  policies: readonly ViewPolicy[],
  templates: readonly TemplateReport[],
  reports: readonly ServerReport[],
): readonly ServerWithViews[] {
  const names = new Map<string, string>();
  for (const { server, serverName } of policies) names.set(server, serverName ?? server);
  for (const { server, serverName } of templates) names.set(server, serverName);
  for (const { id, name } of reports) if (names.has(id)) names.set(id, name);
  const decided = new Map(policies.map((policy) => [policy.server, policy]));
  return Array.from(names, ([id, name]) => ({
    id,
    name,
    loosen: decided.get(id)?.loosen ?? [],
    consent: decided.get(id)?.consent ?? {},
    tools: decided.get(id)?.tools ?? 'offer',
  })).toSorted((a, b) => a.name.localeCompare(b.name));
}
