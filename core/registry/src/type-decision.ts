import {
  builtin,
  builtinProvider,
  isProvider,
  isTrusted,
  titleOf,
  type Candidate,
  type Provider,
} from './claim.ts';
import { domainOf, type Owner } from './ownership.ts';

/** The rule that decided which server serves a type by its own name. */
export type OwnRule =
  /** The platform owns its own vendor's types. */
  | 'platform-owned'
  /** Exactly one server claims the vendor's type. */
  | 'sole-claim'
  | 'precedence'
  /** Several servers claim the vendor's type, and no precedence is set. */
  | 'conflict'
  /** A standard type that the platform defines. */
  | 'built-in'
  /** A standard type for which the user chose another provider. */
  | 'chosen'
  /** A standard type that only one trusted server knows. */
  | 'sole-alternate'
  /** A standard type that several trusted servers know, without a choice. */
  | 'undecided'
  | 'unclaimed';

export interface IgnoredClaim {
  readonly provider: Provider;
  /** A sentence that says what would change the decision. */
  readonly reason: string;
}

export interface Conflict {
  readonly claimants: readonly Provider[];
  /** Names all claimants, and says what to do. */
  readonly message: string;
}

/** The decision about one type by its own name, before inheritance. */
export interface TypeDecision {
  readonly mime: string;
  readonly rule: OwnRule;
  readonly owner: Owner | undefined;
  readonly selected: Candidate | undefined;
  /** Other candidates that could be selected. */
  readonly alternates: readonly Candidate[];
  readonly ignored: readonly IgnoredClaim[];
  readonly conflict?: Conflict;
}

export interface TypeChoices {
  readonly precedence: readonly string[];
  readonly chosen: string | undefined;
}

type Decision = Omit<TypeDecision, 'mime'>;

const nothing = { owner: undefined, selected: undefined, alternates: [], ignored: [] } as const;

function ignore(candidates: readonly Candidate[], reason: string): IgnoredClaim[] {
  return candidates.map(({ provider }) => ({ provider, reason }));
}

function ownerOf({ provider }: Candidate): Owner {
  return provider.kind === 'builtin'
    ? { kind: 'platform' }
    : { kind: 'server', server: provider.server, name: provider.name };
}

function without(candidates: readonly Candidate[], one: Candidate): Candidate[] {
  return candidates.filter((candidate) => candidate !== one);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function firstOf(precedence: readonly string[], candidates: readonly Candidate[]): Candidate | undefined {
  for (const id of precedence) {
    const found = candidates.find(({ provider }) => isProvider(provider, id));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** One authoritative owner, or an error: a second claimant never wins by accident. */
function decideExclusive(mime: string, claimants: readonly Candidate[], choices: TypeChoices): Decision {
  const [first, ...others] = claimants;
  if (first === undefined) return { ...nothing, rule: 'unclaimed' };
  if (others.length === 0) return { ...nothing, rule: 'sole-claim', owner: ownerOf(first), selected: first };
  const preferred = firstOf(choices.precedence, claimants);
  if (preferred !== undefined) {
    const reason = `The precedence for this type names ${titleOf(preferred.provider)} first. Change the precedence to let another have it.`;
    return {
      ...nothing,
      rule: 'precedence',
      owner: ownerOf(preferred),
      selected: preferred,
      ignored: ignore(without(claimants, preferred), reason),
    };
  }
  const names = listed(claimants.map(({ provider }) => titleOf(provider)));
  return {
    ...nothing,
    rule: 'conflict',
    conflict: {
      claimants: claimants.map(({ provider }) => provider),
      message: `${names} ${others.length === 1 ? 'both' : 'all'} claim ${mime}, so none of them has it. Say in the precedence for ${mime} who comes first, or remove the others.`,
    },
  };
}

function decidePlatform(mime: string, candidates: readonly Candidate[], choices: TypeChoices): Decision {
  const servers = candidates.filter(
    ({ provider }) => provider.kind === 'server' && provider.trust === 'platform',
  );
  const own = candidates.find(({ provider }) => provider.kind === 'builtin');
  const strangers = candidates.filter(
    ({ provider }) => provider.kind === 'server' && provider.trust !== 'platform',
  );
  const decision = decideExclusive(mime, servers, choices);
  const selected = decision.rule === 'unclaimed' ? own : decision.selected;
  return {
    ...decision,
    owner: { kind: 'platform' },
    selected,
    rule: decision.rule === 'conflict' || decision.rule === 'precedence' ? decision.rule : 'platform-owned',
    ignored: [
      ...decision.ignored,
      ...ignore(
        strangers,
        'Types of this vendor are the platform’s own, whoever else defines them. Use the name of your own vendor.',
      ),
    ],
  };
}

function decideStandard(candidates: readonly Candidate[], choices: TypeChoices): Decision {
  const trusted = candidates.filter(({ provider }) => isTrusted(provider));
  const own = trusted.find(({ provider }) => provider.kind === 'builtin');
  const base = {
    owner: own === undefined ? undefined : ({ kind: 'platform' } as const),
    ignored: ignore(
      candidates.filter(({ provider }) => !isTrusted(provider)),
      'A server that is not trusted changes nothing about standard types. Trust the server to be offered it as an alternate.',
    ),
  };
  const select = (rule: OwnRule, selected: Candidate): Decision => ({
    ...base,
    rule,
    selected,
    alternates: without(trusted, selected),
  });
  const { chosen } = choices;
  const wanted =
    chosen === undefined ? undefined : trusted.find(({ provider }) => isProvider(provider, chosen));
  if (wanted !== undefined) {
    return select(chosen === builtinProvider ? 'built-in' : 'chosen', wanted);
  }
  const preferred = firstOf(choices.precedence, trusted);
  if (preferred !== undefined) return select('precedence', preferred);
  if (own !== undefined) return select('built-in', own);
  const [only, ...more] = trusted;
  if (only === undefined) return { ...base, selected: undefined, alternates: [], rule: 'unclaimed' };
  if (more.length === 0) return select('sole-alternate', only);
  return { ...base, selected: undefined, alternates: trusted, rule: 'undecided' };
}

/** Claims are in the order of their servers; the platform's own definition, if any, is separate. */
export function decisionOf(
  mime: string,
  claims: readonly Candidate[],
  own: Candidate['contract'] | undefined,
  choices: TypeChoices,
): TypeDecision {
  const candidates: readonly Candidate[] =
    own === undefined ? claims : [{ provider: builtin, contract: own }, ...claims];
  const decide = {
    platform: () => decidePlatform(mime, candidates, choices),
    vendor: () => decideExclusive(mime, candidates, choices),
    standard: () => decideStandard(candidates, choices),
  }[domainOf(mime)];
  return { mime, ...decide() };
}
