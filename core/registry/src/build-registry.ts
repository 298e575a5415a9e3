import { parseMime, wildcardsOver, type TypeContract } from '@loggia/content';
import { circlesAmong } from './circles.ts';
import {
  builtin,
  type Candidate,
  type Claim,
  type Provider,
  type RegistryPolicy,
  type TypeDefect,
} from './claim.ts';
import { checkContextSchema } from './context/check-schema.ts';
import { explainResolution } from './explain.ts';
import { extensionIndex, type ExtensionMatch } from './extensions.ts';
import { contractFingerprint, fingerprintOf } from './fingerprint.ts';
import { parentsOf } from './lineage.ts';
import { resolveType, type Known } from './resolve.ts';
import type { Resolution } from './resolution.ts';
import { decisionOf, type TypeDecision, type TypeChoices } from './type-decision.ts';

export interface RegistryInput {
  readonly claims: readonly Claim[];
  /** The platform's own definitions. */
  readonly builtins: readonly TypeContract[];
  readonly policy: RegistryPolicy;
  /** Problems in the platform's own definitions. */
  readonly problems?: readonly TypeDefect[];
}

/** An immutable snapshot. Every change of the input makes a new one. */
export interface Registry {
  /** Equal for registries that give the same answers. */
  readonly fingerprint: string;
  /** Every type that has a definition, sorted by name. */
  types(): readonly Resolution[];
  /** Answers for every type, including types without a definition and invalid names. */
  resolve(mime: string): Resolution;
  /** Sentences that say which server owns it, which others claim it, and which rule decided. */
  explain(mime: string): readonly string[];
  /** The types that a file with this name may have, the likeliest first. */
  byExtension(fileName: string): readonly ExtensionMatch[];
  /** Problems in any definitions. */
  problems(): readonly TypeDefect[];
}

const mostRemembered = 1000;

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Keyed in a Map, since names can be anything. */
function byType<Value>(record: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(record)
      .map(([key, value]) => [parseMime(key)?.mime ?? key, value] as const)
      .sort(([one], [other]) => compareText(one, other)),
  );
}

function groupedByType(defects: readonly TypeDefect[]): ReadonlyMap<string, readonly TypeDefect[]> {
  const groups = new Map<string, TypeDefect[]>();
  for (const defect of defects) {
    const group = groups.get(defect.mime);
    if (group === undefined) groups.set(defect.mime, [defect]);
    else group.push(defect);
  }
  return groups;
}

function providerOf({ server, name, trust }: Claim): Provider {
  return { kind: 'server', server, name, trust };
}

/**
 * Decides which server serves which type, from the claims and the policy. Pure: the same input gives the same answers,
 * in whatever order the claims come.
 */
export function buildRegistry({ claims, builtins, policy, problems = [] }: RegistryInput): Registry {
  const precedence = byType(policy.precedence);
  const chosen = byType(policy.chosen);
  const defects: TypeDefect[] = [...problems];
  const candidates = new Map<string, Candidate[]>();
  const own = new Map<string, TypeContract>();

  const sorted = [...claims]
    .filter((claim) => claim.contracts.length > 0 || (claim.problems ?? []).length > 0)
    .sort(
      (one, other) =>
        one.order - other.order ||
        compareText(one.server, other.server) ||
        compareText(fingerprintOf(one), fingerprintOf(other)),
    );

  const reportTwice = (mime: string, server?: string) =>
    defects.push({
      mime,
      ...(server !== undefined && { server }),
      file: 'type.json',
      path: '/mime',
      message: `${mime} is defined twice there, and only one of the two is used. Remove the other.`,
    });
  // The choice between two definitions must not depend on their order.
  const inOrder = (contracts: readonly TypeContract[]) =>
    [...contracts].sort(
      (one, other) =>
        compareText(one.mime, other.mime) ||
        (one === other ? 0 : compareText(contractFingerprint(one), contractFingerprint(other))),
    );

  for (const contract of inOrder(builtins)) {
    if (own.has(contract.mime)) reportTwice(contract.mime);
    else own.set(contract.mime, contract);
  }
  for (const claim of sorted) {
    const { server } = claim;
    const provider = providerOf(claim);
    defects.push(...(claim.problems ?? []).map((problem) => ({ ...problem, server })));
    for (const contract of inOrder(claim.contracts)) {
      const there = candidates.get(contract.mime) ?? [];
      const isTwice = there.some(
        (candidate) => candidate.provider.kind === 'server' && candidate.provider.server === server,
      );
      if (isTwice) reportTwice(contract.mime, server);
      else candidates.set(contract.mime, [...there, { provider, contract }]);
    }
  }
  for (const [mime, contract] of own)
    defects.push(...checkContextSchema(contract).map((problem) => ({ ...problem, mime })));
  for (const [mime, list] of candidates)
    for (const { provider, contract } of list)
      if (provider.kind === 'server')
        defects.push(
          ...checkContextSchema(contract).map((problem) => ({ ...problem, mime, server: provider.server })),
        );

  const names = [...new Set([...own.keys(), ...candidates.keys()])].sort(compareText);
  const defectsByType = groupedByType(defects);
  const choicesFor = (mime: string): TypeChoices => ({
    precedence: precedence.get(mime) ?? [],
    chosen: chosen.get(mime),
  });
  const claimantsOf = (mime: string): readonly Candidate[] => {
    const contract = own.get(mime);
    return [
      ...(contract === undefined ? [] : [{ provider: builtin, contract }]),
      ...(candidates.get(mime) ?? []),
    ];
  };

  const decisions = new Map<string, TypeDecision>(
    names.map((mime) => [
      mime,
      decisionOf(mime, candidates.get(mime) ?? [], own.get(mime), choicesFor(mime)),
    ]),
  );
  const inEffect = (mime: string) => decisions.get(mime)?.selected?.contract;
  const known: Known = {
    decisionFor: (mime) => decisions.get(mime) ?? decisionOf(mime, [], undefined, choicesFor(mime)),
    inEffect,
    circles: circlesAmong(names, (mime) => parentsOf(mime, inEffect)),
    chosenFor: (mime) => chosen.get(mime),
    defectsOf: (mime) => defectsByType.get(mime) ?? [],
  };

  const remembered = new Map<string, Resolution>();
  const resolve = (text: string): Resolution => {
    const mime = parseMime(text)?.mime;
    if (mime === undefined) {
      const lastResort = wildcardsOver(text).at(-1) ?? '';
      return { ...resolve(lastResort), mime: text.slice(0, 1024), rule: 'invalid', owner: undefined };
    }
    const earlier = remembered.get(mime);
    if (earlier !== undefined) return earlier;
    const resolution = resolveType(known, mime);
    if (decisions.has(mime) || remembered.size < mostRemembered) remembered.set(mime, resolution);
    return resolution;
  };
  let all: readonly Resolution[] | undefined;

  return {
    fingerprint: fingerprintOf({
      claims: sorted.map((claim) => ({
        ...providerOf(claim),
        contracts: inOrder(claim.contracts).map(contractFingerprint),
        problems: claim.problems ?? [],
      })),
      builtins: inOrder(builtins).map(contractFingerprint),
      problems,
      precedence: [...precedence],
      chosen: [...chosen],
    }),
    types: () => (all ??= names.map(resolve)),
    resolve,
    explain: (text) => {
      const resolution = resolve(text);
      return explainResolution(resolution, claimantsOf(resolution.mime), choicesFor(resolution.mime));
    },
    byExtension: extensionIndex(decisions.values()),
    problems: () => defects,
  };
}
