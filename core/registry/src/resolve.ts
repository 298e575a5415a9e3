import type { LifecycleEvent, TypeContract, Viewer } from '@loggia/content';
import { isProvider, isTrusted, titleOf, type Candidate, type Provider, type TypeDefect } from './claim.ts';
import { lineageOf, mayInherit, mostInherited, type Ancestor, type InEffect } from './lineage.ts';
import { domainOf } from './ownership.ts';
import type { Alternate, Resolution, ResolvedCapability, Rule, Service } from './resolution.ts';
import type { TypeDecision } from './type-decision.ts';

/** What a registry knows once every type has its standing. */
export interface Known {
  standing(mime: string): TypeDecision;
  readonly inEffect: InEffect;
  readonly circles: ReadonlyMap<string, readonly string[]>;
  chosenFor(mime: string): string | undefined;
  defectsOf(mime: string): readonly TypeDefect[];
}

interface Served extends Service {
  readonly contract: TypeContract;
}

/** What belongs to the platform may be named only by the platform, whatever a server sent. */
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
 * Everything that can serve the type, nearest first. At each ancestor the one in effect comes first; the platform's
 * definition is behind it, so that an alternate need not do everything again.
 */
function servicesFor(known: Known, lineage: readonly Ancestor[]): Served[] {
  return lineage.flatMap((ancestor) => {
    const { selected, alternates } = known.standing(ancestor.mime);
    if (selected === undefined) return [];
    const own = alternates.find(({ provider }) => provider.kind === 'builtin');
    return [selected, ...(own === undefined ? [] : [own])].map((candidate) => serve(candidate, ancestor));
  });
}

/** A choice may also name somebody who knows the type only by a wildcard or by what it inherits. */
function chosenAmong(known: Known, mime: string, lineage: readonly Ancestor[]): Served | undefined {
  const chosen = known.chosenFor(mime);
  const standing = known.standing(mime);
  const isOpen = domainOf(mime) === 'standard' || standing.rule === 'unclaimed';
  if (chosen === undefined || !isOpen || standing.rule === 'chosen') return undefined;
  for (const ancestor of lineage) {
    if (ancestor.mime !== mime && domainOf(ancestor.mime) !== 'standard') continue;
    const { selected, alternates } = known.standing(ancestor.mime);
    const found = [...(selected === undefined ? [] : [selected]), ...alternates].find(({ provider }) =>
      isProvider(provider, chosen),
    );
    if (found !== undefined) return serve(found, ancestor);
  }
  return undefined;
}

function alternatesFor(known: Known, lineage: readonly Ancestor[], used: readonly Service[]): Alternate[] {
  return lineage.flatMap((ancestor) => {
    const { selected, alternates } = known.standing(ancestor.mime);
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
  // Whoever was chosen to open a standard type is not told what becomes of everybody's files.
  const isAuthoritative =
    owner?.kind === 'server' || (owner?.kind === 'platform' && domainOf(mime) === 'platform');
  if (!isAuthoritative || selected?.provider.kind !== 'server') return events;
  for (const [kind, entry] of Object.entries(selected.contract.behaviors.events))
    events.set(kind as LifecycleEvent, { server: selected.provider.server, tool: entry.tool });
  return events;
}

function capabilitiesOf(services: readonly Served[]): Resolution['capabilities'] {
  const capabilities = new Map<string, ResolvedCapability>();
  for (const { contract, ...service } of services)
    for (const [name, entry] of Object.entries(contract.behaviors.capabilities))
      if (!capabilities.has(name) && ('tool' in entry || service.provider.kind === 'builtin'))
        capabilities.set(name, { ...service, entry });
  return capabilities;
}

/** Long enough to see what is wrong, whatever a server makes up. */
function wayShown(circle: readonly string[]): string {
  const shown = circle.length <= 8 ? circle : [...circle.slice(0, 5), '…', ...circle.slice(-2)];
  return shown.join(' → ');
}

function problemsOf(known: Known, mime: string, lineage: readonly Ancestor[]): TypeDefect[] {
  const contract = known.inEffect(mime);
  const { selected } = known.standing(mime);
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
    .standing(mime)
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

function ruleOf(standing: TypeDecision, used: Served | undefined, chosen: Served | undefined): Rule {
  if (chosen !== undefined) return 'chosen';
  // An error stays in sight, even where something else shows the content meanwhile.
  if (standing.rule === 'conflict' || used === undefined || used.relation === 'itself') return standing.rule;
  return used.relation;
}

/** `mime` is normalised, and a type. */
export function resolveType(known: Known, mime: string): Resolution {
  const standing = known.standing(mime);
  const lineage = lineageOf(mime, known.inEffect, known.circles);
  const chosen = chosenAmong(known, mime, lineage);
  const services = [...(chosen === undefined ? [] : [chosen]), ...servicesFor(known, lineage)];
  const used = services[0];
  const viewing = services.find((service) => viewerOf(service) !== undefined);
  const viewer = viewing && viewerOf(viewing);
  const inUse = [used, viewing].filter((service) => service !== undefined);
  return {
    mime,
    rule: ruleOf(standing, used, chosen),
    owner: standing.owner,
    provider: used?.provider,
    contract: used?.contract,
    viewer:
      viewing === undefined || viewer === undefined
        ? undefined
        : { provider: viewing.provider, mime: viewing.mime, relation: viewing.relation, viewer },
    capabilities: capabilitiesOf(services),
    events: eventsOf(standing),
    alternates: alternatesFor(known, lineage, inUse),
    ignored: standing.ignored,
    ...(standing.conflict !== undefined && { conflict: standing.conflict }),
    problems: problemsOf(known, mime, lineage),
  };
}
