import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildRegistry, type Registry } from './build-registry.ts';
import { isProvider, type Claim } from './claim.ts';
import { askedTypes, inputArbitrary, platformTypes, standardTypes, vendorTypes } from './registry.testkit.ts';

const fileNames = ['x.one', 'x.two', 'x.two.one', 'x'];

/** As text: comparing that is a hundred times cheaper than comparing objects. */
function written(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) => (entry instanceof Map ? [...entry] : entry), 1);
}

/** Every answer of a registry. */
function answersOf(registry: Registry): string {
  return written({
    fingerprint: registry.fingerprint,
    types: registry.types(),
    resolutions: askedTypes.map((mime) => registry.resolve(mime)),
    explanations: askedTypes.map((mime) => registry.explain(mime)),
    extensions: fileNames.map((name) => registry.byExtension(name)),
    problems: registry.problems(),
  });
}

/** The answers that users notice: everything except the ignored claims. */
function effectOf(registry: Registry, types: readonly string[]): string {
  return written(
    types.map((mime) => {
      const { ignored: _ignored, problems: _problems, ...effect } = registry.resolve(mime);
      return effect;
    }),
  );
}

const claimantsOf = (claims: readonly Claim[], mime: string) =>
  claims.filter(({ contracts }) => contracts.some((contract) => contract.mime === mime));

describe('what holds for every registry', () => {
  test('G2: the order in which claims and definitions come in changes nothing', () => {
    fc.assert(
      fc.property(
        inputArbitrary.chain((input) =>
          fc.record({
            input: fc.constant(input),
            claims: fc.shuffledSubarray([...input.claims], { minLength: input.claims.length }),
            builtins: fc.shuffledSubarray([...input.builtins], { minLength: input.builtins.length }),
          }),
        ),
        ({ input, claims, builtins }) => {
          const shuffled = claims.map((claim) => ({ ...claim, contracts: claim.contracts.toReversed() }));
          expect(answersOf(buildRegistry({ ...input, claims: shuffled, builtins }))).toBe(
            answersOf(buildRegistry(input)),
          );
        },
      ),
    );
  });

  test('G2: where servers stand in their list decides nothing but what is listed first', () => {
    fc.assert(
      fc.property(
        inputArbitrary,
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 5 }),
        (input, orders) => {
          const decided = (registry: Registry) =>
            askedTypes.map((mime) => {
              const { rule, owner, provider, contract, viewer } = registry.resolve(mime);
              return { rule, owner, provider, contract, viewer };
            });
          const claims = input.claims.map((claim, index) => ({ ...claim, order: orders[index] ?? 0 }));
          expect(decided(buildRegistry({ ...input, claims }))).toEqual(decided(buildRegistry(input)));
        },
      ),
    );
  });

  test('G2: a server that goes leaves nothing behind', () => {
    fc.assert(
      fc.property(inputArbitrary, fc.nat(4), (input, index) => {
        const gone = input.claims[index]?.server ?? 'nobody';
        const emptied = input.claims.map((claim) =>
          claim.server === gone ? { ...claim, contracts: [] } : claim,
        );
        const registry = buildRegistry({
          ...input,
          claims: input.claims.filter(({ server }) => server !== gone),
        });
        expect(answersOf(buildRegistry({ ...input, claims: emptied }))).toBe(answersOf(registry));
        const named = registry
          .types()
          .flatMap(({ viewer, provider, alternates, ignored }) => [
            viewer?.provider,
            provider,
            ...[...alternates, ...ignored].map((one) => one.provider),
          ]);
        expect(named.filter((one) => one?.kind === 'server' && one.server === gone)).toEqual([]);
      }),
    );
  });

  test('G3: a vendor’s type is in conflict exactly when several claim it and no precedence names one of them', () => {
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        const registry = buildRegistry(input);
        for (const mime of vendorTypes) {
          const claimants = claimantsOf(input.claims, mime).map(({ server }) => server);
          const first = input.policy.precedence[mime]?.find((id) => claimants.includes(id));
          const isConflict = claimants.length > 1 && first === undefined;
          const owner = claimants.length > 1 ? first : claimants[0];
          const found = registry.resolve(mime);
          expect({
            isConflict: found.conflict !== undefined,
            named: claimants.filter((server) => found.conflict?.message.includes(`(${server})`)),
            owner: found.owner?.kind === 'server' ? found.owner.server : undefined,
            isItsOwn: found.contract?.mime === mime,
            isToldOfEvents: found.events.size > 0,
            hasProvider:
              owner === undefined || (found.provider !== undefined && isProvider(found.provider, owner)),
          }).toEqual({
            isConflict,
            named: isConflict ? claimants : [],
            owner,
            isItsOwn: owner !== undefined,
            isToldOfEvents: owner !== undefined,
            hasProvider: true,
          });
        }
      }),
    );
  });

  test('G3: what is the platform’s belongs to the platform, and only its servers serve it', () => {
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        const registry = buildRegistry(input);
        for (const mime of platformTypes) {
          const { owner, provider, contract, ignored } = registry.resolve(mime);
          expect(owner).toEqual({ kind: 'platform' });
          const isStrangers =
            contract?.mime === mime && provider?.kind === 'server' && provider.trust !== 'platform';
          expect(isStrangers).toBe(false);
          const strangers = claimantsOf(input.claims, mime).filter(({ trust }) => trust !== 'platform');
          const listened = strangers.filter(
            ({ server }) => !ignored.some((claim) => isProvider(claim.provider, server)),
          );
          expect(listened).toEqual([]);
        }
      }),
    );
  });

  test('G4: a server that is not trusted changes nothing about standard types or the platform’s', () => {
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        const trusted = input.claims.filter(({ trust }) => trust !== 'untrusted');
        const types = [...standardTypes, ...platformTypes, 'image/gif', 'application/vnd.loggia.none'];
        expect(effectOf(buildRegistry(input), types)).toBe(
          effectOf(buildRegistry({ ...input, claims: trusted }), types),
        );
      }),
    );
  });

  test('G4: no server that is not trusted is an alternate for a standard type, and no choice makes it one', () => {
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        const registry = buildRegistry(input);
        for (const mime of standardTypes) {
          const { alternates, viewer, provider, capabilities } = registry.resolve(mime);
          const services = [...alternates, ...(viewer ? [viewer] : []), ...[...capabilities.values()].flat()];
          const providers = [provider, ...services.map((service) => service.provider)];
          expect(providers.filter((one) => one?.kind === 'server' && one.trust === 'untrusted')).toEqual([]);
        }
      }),
    );
  });

  test('G4: the built-in definition serves unless somebody trusted was chosen or preferred', () => {
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        const registry = buildRegistry(input);
        for (const { mime } of input.builtins.filter((contract) =>
          (standardTypes as readonly string[]).includes(contract.mime),
        )) {
          const { provider, rule } = registry.resolve(mime);
          const { chosen, precedence } = input.policy;
          const wished = [chosen[mime], ...(precedence[mime] ?? [])];
          const isWished = provider?.kind === 'server' && wished.includes(provider.server);
          expect({ mime, isRight: isWished || provider?.kind === 'builtin' }).toEqual({
            mime,
            isRight: true,
          });
          const isDefault = wished.every((one) => one === undefined);
          expect(isDefault ? rule : 'built-in').toBe('built-in');
        }
      }),
    );
  });

  test('G4: a trusted server that is chosen serves the type', () => {
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        const registry = buildRegistry(input);
        for (const mime of standardTypes) {
          const chosen = input.policy.chosen[mime];
          const claim = claimantsOf(input.claims, mime).find(({ server }) => server === chosen);
          if (claim === undefined || claim.trust === 'untrusted') continue;
          const { rule, provider } = registry.resolve(mime);
          expect({ rule, provider }).toMatchObject({ rule: 'chosen', provider: { server: chosen } });
        }
      }),
    );
  });

  test('G5: inheritance ends, and a type that inherits from itself is an error for everybody in the circle', () => {
    fc.assert(
      fc.property(inputArbitrary, ({ claims, builtins, policy: { precedence } }) => {
        // Without choices: a choice of a provider that knows a type only by a wildcard hides the type's own definition,
        // which still takes part in inheritance.
        const registry = buildRegistry({ claims, builtins, policy: { precedence, chosen: {} } });
        const effective = new Map(
          registry
            .types()
            .filter(({ contract, mime }) => contract?.mime === mime)
            .map(({ mime, contract }) => [mime, contract?.definition.inherits ?? []]),
        );
        const isVendor = (mime: string) => (vendorTypes as readonly string[]).includes(mime);
        const parents = (mime: string) =>
          (effective.get(mime) ?? []).filter((parent) => isVendor(mime) || !isVendor(parent));
        for (const mime of effective.keys()) {
          const reached = new Set<string>();
          const queue = [...parents(mime)];
          for (let next = queue.pop(); next !== undefined; next = queue.pop())
            if (!reached.has(next)) {
              reached.add(next);
              queue.push(...parents(next));
            }
          const said = registry
            .resolve(mime)
            .problems.some(({ message }) => message.includes('inherits from itself'));
          expect({ mime, said }).toEqual({ mime, said: reached.has(mime) });
        }
      }),
    );
  });

  test('G5: a type is opened by the nearest: itself, inherited breadth first, its suffix, the wildcards', () => {
    const isVendor = (mime: string) => (vendorTypes as readonly string[]).includes(mime);
    fc.assert(
      fc.property(inputArbitrary, ({ claims, builtins, policy: { precedence } }) => {
        const registry = buildRegistry({ claims, builtins, policy: { precedence, chosen: {} } });
        const own = (mime: string) => {
          const { contract } = registry.resolve(mime);
          return contract?.mime === mime ? contract : undefined;
        };
        const isCircular = (mime: string) =>
          registry.resolve(mime).problems.some(({ message }) => message.includes('inherits from itself'));
        const withInherited = (mime: string): string[] => {
          const rows = [[mime]];
          for (let row = rows[0] ?? []; row.length > 0 && rows.length < 20; row = rows.at(-1) ?? [])
            rows.push(
              row
                .filter((child) => !isCircular(child))
                .flatMap((child) =>
                  (own(child)?.definition.inherits ?? []).filter(
                    (parent) => isVendor(child) || !isVendor(parent),
                  ),
                ),
            );
          return rows.flat();
        };
        for (const mime of askedTypes) {
          const suffix = mime.endsWith('+json') ? ['application/json'] : [];
          const wildcards = mime === '*/*' ? [] : [`${mime.split('/')[0] ?? ''}/*`, '*/*'];
          const nearest = [mime, ...suffix, ...wildcards].flatMap(withInherited).find((candidate) => {
            const behind = builtins.find((contract) => contract.mime === candidate);
            const isStandard = (standardTypes as readonly string[]).includes(candidate);
            return (
              own(candidate)?.presentation.viewer !== undefined ||
              (isStandard && behind?.presentation.viewer !== undefined)
            );
          });
          const { viewer } = registry.resolve(mime);
          expect({ mime, by: viewer?.mime }).toEqual({ mime, by: nearest });
        }
      }),
    );
  });

  test('G6: an explanation names everybody who claims the type, and says what decided', () => {
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        const registry = buildRegistry(input);
        for (const mime of askedTypes) {
          const sentences = registry.explain(mime);
          for (const { server } of claimantsOf(input.claims, mime))
            expect(
              sentences.some((sentence) =>
                sentence.startsWith(`Claimed by ${server.toUpperCase()} (${server}) (`),
              ),
            ).toBe(true);
          for (const sentence of sentences) {
            expect(sentence).toMatch(/[.:]/);
            expect(sentence).not.toMatch(/undefined|\[object/);
          }
        }
      }),
    );
  });

  test('G2: the fingerprint is the same for the same input, and another one when anything changes', () => {
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        const { fingerprint } = buildRegistry(input);
        expect(buildRegistry(structuredClone(input)).fingerprint).toBe(fingerprint);
        const [first, ...others] = input.claims.filter(({ contracts }) => contracts.length > 0);
        fc.pre(first !== undefined);
        const [contract, ...contracts] = first.contracts;
        fc.pre(contract !== undefined);
        const definition = { ...contract.definition, version: 'new' };
        const changed = [
          { ...input, claims: others },
          {
            ...input,
            claims: [{ ...first, contracts: [{ ...contract, definition }, ...contracts] }, ...others],
          },
          {
            ...input,
            claims: [{ ...first, trust: first.trust === 'trusted' ? 'untrusted' : 'trusted' }, ...others],
          },
          { ...input, policy: { ...input.policy, chosen: { ...input.policy.chosen, 'text/plain': 'new' } } },
          {
            ...input,
            policy: { ...input.policy, precedence: { ...input.policy.precedence, 'text/plain': ['new'] } },
          },
        ] as const;
        expect(changed.map((other) => buildRegistry(other).fingerprint === fingerprint)).toEqual(
          changed.map(() => false),
        );
      }),
    );
  });
});
