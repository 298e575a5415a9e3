import type { TypeContract, Viewer } from '@loggia/content';
import * as fc from 'fast-check';
import { buildRegistry, type Registry } from './build-registry.ts';
import type { Claim, RegistryPolicy, Trust } from './claim.ts';

interface ContractParts {
  readonly inherits?: readonly string[];
  readonly extensions?: readonly string[];
  readonly viewer?: Viewer;
  readonly version?: string;
  readonly label?: string;
  readonly schema?: Record<string, unknown>;
  readonly behaviors?: Partial<TypeContract['behaviors']>;
}

export function contractOf(mime: string, parts: ContractParts = {}): TypeContract {
  const { inherits, extensions, viewer, version = '1.0.0', label = mime, schema, behaviors } = parts;
  return {
    mime,
    definition: {
      mime,
      version,
      ...(inherits !== undefined && { inherits: [...inherits] }),
      ...(extensions !== undefined && { extensions: [...extensions] }),
    },
    presentation: { label, ...(viewer !== undefined && { viewer }) },
    ...(schema !== undefined && { schema }),
    behaviors: { events: {}, capabilities: {}, needs: [], ...behaviors },
  };
}

export function claimOf(server: string, trust: Trust, contracts: readonly TypeContract[], order = 0): Claim {
  return { server, name: server.toUpperCase(), order, trust, contracts };
}

const noPolicy: RegistryPolicy = { precedence: {}, chosen: {} };

export function registryOf(
  claims: readonly Claim[],
  builtins: readonly TypeContract[] = [],
  policy: Partial<RegistryPolicy> = {},
): Registry {
  return buildRegistry({ claims, builtins, policy: { ...noPolicy, ...policy } });
}

export const vendorTypes = [
  'application/vnd.acme.invoice+json',
  'application/vnd.acme.note',
  'image/vnd.other.scan',
  'application/prs.somebody',
  'text/x-script',
] as const;
export const standardTypes = [
  'text/plain',
  'text/csv',
  'application/json',
  'image/png',
  'image/*',
  '*/*',
] as const;
export const platformTypes = ['application/vnd.loggia.server+json', 'text/vnd.loggia.note'] as const;
const allTypes = [...vendorTypes, ...standardTypes, ...platformTypes];
/** Includes types without a definition. */
export const askedTypes = [
  ...allTypes,
  'application/vnd.nobody.thing+json',
  'image/gif',
  'model/obj',
  'application/vnd.loggia.none',
];
const serverIds = ['a', 'b', 'c', 'd', 'e', 'builtin'] as const;

const contractArbitrary = fc
  .record({
    mime: fc.constantFrom(...allTypes),
    inherits: fc.uniqueArray(fc.constantFrom(...allTypes), { maxLength: 3 }),
    extensions: fc.uniqueArray(fc.constantFrom('.one', '.two', '.two.one'), { maxLength: 2 }),
    viewer: fc.constantFrom('open', 'show', undefined),
    version: fc.constantFrom('1', '2'),
    capability: fc.boolean(),
  })
  .map(({ mime, inherits, extensions, viewer, version, capability }) =>
    contractOf(mime, {
      inherits,
      extensions,
      version,
      ...(viewer !== undefined && { viewer: { tool: viewer } }),
      behaviors: {
        events: { commit: { tool: 'on_commit' } },
        capabilities: capability ? { extract_text: { tool: 'extract' } } : {},
      },
    }),
  );

const uniqueContracts = fc.uniqueArray(contractArbitrary, { maxLength: 6, selector: ({ mime }) => mime });

const claimsArbitrary = fc.uniqueArray(
  fc
    .record({
      server: fc.constantFrom(...serverIds.filter((id) => id !== 'builtin')),
      trust: fc.constantFrom<Trust>('platform', 'trusted', 'untrusted'),
      order: fc.integer({ min: 0, max: 3 }),
      contracts: uniqueContracts,
    })
    .map(({ server, trust, order, contracts }) => claimOf(server, trust, contracts, order)),
  { maxLength: 5, selector: ({ server }) => server },
);

/** Definitions of the platform, which only define standard types and its own. */
const builtinsArbitrary = uniqueContracts.map((contracts) =>
  contracts.filter(({ mime }) => !(vendorTypes as readonly string[]).includes(mime)),
);

const policyArbitrary: fc.Arbitrary<RegistryPolicy> = fc.record({
  precedence: fc.dictionary(
    fc.constantFrom(...allTypes),
    fc.uniqueArray(fc.constantFrom(...serverIds), { maxLength: 3 }),
    { maxKeys: 4 },
  ),
  chosen: fc.dictionary(fc.constantFrom(...askedTypes), fc.constantFrom(...serverIds), { maxKeys: 4 }),
});

export const inputArbitrary = fc.record({
  claims: claimsArbitrary,
  builtins: builtinsArbitrary,
  policy: policyArbitrary,
});
