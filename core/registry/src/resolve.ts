import type { LifecycleEvent, TypeContract, Viewer } from '@loggia/content';
import { isProvider, isTrusted, titleOf, type Candidate, type Provider, type TypeDefect } from './claim.ts';
import { lineageOf, mayInherit, mostInherited, type Ancestor, type InEffect } from './lineage.ts';
import { domainOf } from './ownership.ts';
import type { Alternate, Resolution, ResolvedCapability, Rule, Service } from './resolution.ts';
import type { TypeDecision } from './type-decision.ts';

/** A registry's knowledge once every type is decided. */
export interface Known {
  decisionFor(mime: string): TypeDecision;
  readonly inEffect: InEffect;
  readonly circles: ReadonlyMap<string, readonly string[]>;
  chosenFor(mime: string): string | undefined;
  defectsOf(mime: string): readonly TypeDefect[];
}

interface Served extends Service {
  readonly contract: TypeContract;
}

/** Only the platform can name the platform's own viewers, whatever a server sent. */
function viewerOf({ provider, contract }: Candidate): Viewer | undefined {
  const { viewer } = contract.presentation;
  return viewer !== undefined && ('tool' in viewer || provider.kind === 'builtin') ? viewer : undefined;
}

function sameProvider(one: Provider, other: Provider): boolean {
  return one.kind === 'builtin'
    ? other.kind === 'builtin'
    : isProvider(other, one.server) && other.kind === 'server';
}

function serve(candidate: Candidate, { mime, relation }: Ancestor): Served {
  return { ...candidate, mime, relation };
}

/**
 * Everything that can serve the type, nearest first. At each ancestor the definition in effect comes first and the
 * platform's after it, so that an alternate doesn't have to provide everything itself.
 */
function servicesFor(known: Known, lineage: readonly Ancestor[]): Served[] {
  return lineage.flatMap((ancestor) => {
    const { selected, alternates } = known.decisionFor(ancestor.mime);
    if (selected === undefined) return [];
    const own = alternates.find(({ provider }) => provider.kind === 'builtin');
    return [selected, ...(own === undefined ? [] : [own])].map((candidate) => serve(candidate, ancestor));
  });
}

/** A choice can also name a provider that knows the type only by a wildcard or through inheritance. */
function chosenAmong(known: Known, mime: string, lineage: readonly Ancestor[]): Served | undefined {
  const chosen = known.chosenFor(mime);
  const decision = known.decisionFor(mime);
  const isOpen = domainOf(mime) === 'standard' || decision.rule === 'unclaimed';
  if (chosen === undefined || !isOpen || decision.rule === 'chosen') return undefined;
  for (const ancestor of lineage) {
    if (ancestor.mime !== mime && domainOf(ancestor.mime) !== 'standard') continue;
    const { selected, alternates } = known.decisionFor(ancestor.mime);
    const found = [...(selected === undefined ? [] : [selected]), ...alternates].find(({ provider }) =>
      isProvider(provider, chosen),
    );
    if (found !== undefined) return serve(found, ancestor);
  }
  return undefined;
}

function alternatesFor(known: Known, lineage: readonly Ancestor[], used: readonly Service[]): Alternate[] {
  return lineage.flatMap((ancestor) => {
    const { selected, alternates } = known.decisionFor(ancestor.mime);
    return [...(selected === undefined ? [] : [selected]), ...alternates].flatMap((candidate) => {
      const viewer = viewerOf(candidate);
      const isUsed = used.some(
        ({ mime, provider }) => mime === ancestor.mime && sameProvider(provider, candidate.provider),
      );
      if (isUsed || (viewer === undefined && ancestor.relation !== 'itself')) return [];
      const { label } = candidate.contract.presentation;
      return [{ provider: candidate.provider, ...ancestor, label, ...(viewer !== undefined && { viewer }) }];
    });
  });
}

function eventsOf({ mime, owner, selected }: TypeDecision): Resolution['events'] {
  const events = new Map<LifecycleEvent, { readonly server: string; readonly tool: string }>();
  // A server chosen to open a standard type doesn't hear of events of everybody's files.
  const isAuthoritative =
    owner?.kind === 'server' || (owner?.kind === 'platform' && domainOf(mime) === 'platform');
  if (!isAuthoritative || selected?.provider.kind !== 'server') return events;
  for (const [kind, entry] of Object.entries(selected.contract.behaviors.events))
    events.set(kind as LifecycleEvent, { server: selected.provider.server, tool: entry.tool });
  return events;
}

/**
 * Whether a server may be asked about artifacts of a type that it serves: it owns the type, or somebody decided for it.
 * Being the only one decides for the type itself, not for everything that a wildcard covers.
 */
function isEntitled(known: Known, mime: string, { service, chosen }: Asked): boolean {
  const { provider, relation } = service;
  if (provider.kind === 'builtin') return true;
  if (domainOf(mime) !== 'standard') return relation === 'itself';
  if (service === chosen || provider.trust === 'platform') return true;
  const { rule } = known.decisionFor(service.mime);
  return rule === 'chosen' || rule === 'precedence' || (rule === 'sole-alternate' && relation === 'itself');
}

interface Asked {
  readonly service: Served;
  readonly chosen: Served | undefined;
}

/** The servers that come with the host, for what neither a chosen one nor the platform itself can do. */
function attendants(known: Known, mime: string): Served[] {
  if (domainOf(mime) !== 'standard') return [];
  return known
    .decisionFor(mime)
    .alternates.filter(({ provider }) => provider.kind === 'server' && provider.trust === 'platform')
    .map((candidate) => serve(candidate, { mime, relation: 'itself' }));
}

function capabilitiesOf(services: readonly Served[]): Resolution['capabilities'] {
  const capabilities = new Map<string, ResolvedCapability[]>();
  for (const { contract, ...service } of services)
    for (const [name, entry] of Object.entries(contract.behaviors.capabilities))
      if ('tool' in entry || service.provider.kind === 'builtin')
        capabilities.set(name, [...(capabilities.get(name) ?? []), { ...service, entry }]);
  return capabilities;
}

/** Shortened to show what is wrong, however long a cycle a server makes up. */
function wayShown(circle: readonly string[]): string {
  const shown = circle.length <= 8 ? circle : [...circle.slice(0, 5), '…', ...circle.slice(-2)];
  return shown.join(' → ');
}

function problemsOf(known: Known, mime: string, lineage: readonly Ancestor[]): TypeDefect[] {
  const contract = known.inEffect(mime);
  const { selected } = known.decisionFor(mime);
  const from = selected?.provider.kind === 'server' ? { server: selected.provider.server } : {};
  const report = (path: string, message: string): TypeDefect => ({
    mime,
    ...from,
    file: 'type.json',
    path,
    message,
  });
  const circle = known.circles.get(mime);
  const inherits = contract?.definition.inherits ?? [];
  const chosen = known.chosenFor(mime);
  const stranger = known
    .decisionFor(mime)
    .ignored.find(
      ({ provider }) => chosen !== undefined && isProvider(provider, chosen) && !isTrusted(provider),
    );
  return [
    ...known.defectsOf(mime),
    ...(circle === undefined
      ? []
      : [
          report(
            '/inherits',
            `It inherits from itself: ${wayShown(circle)}. Take one of them out of "inherits"; until then, none of them inherits anything.`,
          ),
        ]),
    ...inherits.flatMap((parent, index) =>
      mayInherit(mime, parent)
        ? []
        : [
            report(
              `/inherits/${index}`,
              `It cannot inherit from ${parent}, which is a third party’s. Name a standard type.`,
            ),
          ],
    ),
    ...(lineage.filter(({ relation }) => relation === 'inherited').length < mostInherited
      ? []
      : [
          report(
            '/inherits',
            `It inherits from ${mostInherited} types or more, and those farthest away are not used. Name fewer.`,
          ),
        ]),
    ...(stranger === undefined
      ? []
      : [
          report(
            '',
            `${titleOf(stranger.provider)} was chosen to open it, but is not trusted. Trust the server, or choose another.`,
          ),
        ]),
  ];
}

function ruleOf(decision: TypeDecision, used: Served | undefined, chosen: Served | undefined): Rule {
  if (chosen !== undefined) return 'chosen';
  // A conflict stays visible, even if something else shows the content meanwhile.
  if (decision.rule === 'conflict' || used === undefined || used.relation === 'itself') return decision.rule;
  return used.relation;
}

/** `mime` is a valid, normalized type. */
export function resolveType(known: Known, mime: string): Resolution {
  const decision = known.decisionFor(mime);
  const lineage = lineageOf(mime, known.inEffect, known.circles);
  const chosen = chosenAmong(known, mime, lineage);
  const services = [...(chosen === undefined ? [] : [chosen]), ...servicesFor(known, lineage)];
  const used = services[0];
  const viewing = services.find((service) => viewerOf(service) !== undefined);
  const viewer = viewing && viewerOf(viewing);
  const inUse = [used, viewing].filter((service) => service !== undefined);
  return {
    mime,
    rule: ruleOf(decision, used, chosen),
    owner: decision.owner,
    provider: used?.provider,
    contract: used?.contract,
    viewer:
      viewing === undefined || viewer === undefined
        ? undefined
        : { provider: viewing.provider, mime: viewing.mime, relation: viewing.relation, viewer },
    capabilities: capabilitiesOf(
      [...services, ...attendants(known, mime)].filter((service) =>
        isEntitled(known, mime, { service, chosen }),
      ),
    ),
    events: eventsOf(decision),
    alternates: alternatesFor(known, lineage, inUse),
    ignored: decision.ignored,
    ...(decision.conflict !== undefined && { conflict: decision.conflict }),
    problems: problemsOf(known, mime, lineage),
  };
}
