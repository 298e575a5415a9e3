import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseChallenges } from './challenge-header.ts';

function plain(header: string) {
  return parseChallenges(header).map(({ scheme, parameters }) => ({
    scheme,
    ...Object.fromEntries(parameters),
  }));
}

it.each([
  ['Bearer', [{ scheme: 'bearer' }]],
  ['', []],
  [' , ,, ', []],
  ['bEaReR ReALM="x"', [{ scheme: 'bearer', realm: 'x' }]],
  [
    'Bearer realm="a, b=\\"c\\", \\\\", scope="one two",error=invalid_token',
    [{ scheme: 'bearer', realm: 'a, b="c", \\', scope: 'one two', error: 'invalid_token' }],
  ],
  ['Bearer scope = "a" , error\t=\t"b"', [{ scheme: 'bearer', scope: 'a', error: 'b' }]],
  [
    'Basic realm="simple", Bearer resource_metadata="https://a/b", DPoP algs="ES256"',
    [
      { scheme: 'basic', realm: 'simple' },
      { scheme: 'bearer', resource_metadata: 'https://a/b' },
      { scheme: 'dpop', algs: 'ES256' },
    ],
  ],
  ['Negotiate YWJj/+==, Bearer a=1', [{ scheme: 'negotiate' }, { scheme: 'bearer', a: '1' }]],
  ['Negotiate Bearer, Basic', [{ scheme: 'negotiate' }, { scheme: 'basic' }]],
  ['Bearer error="first", error="second"', [{ scheme: 'bearer', error: 'first' }]],
  ['Bearer error="never closed, scope=x', [{ scheme: 'bearer', error: 'never closed, scope=x' }]],
  [
    'Basic realm="x" Bearer error="no comma"',
    [
      { scheme: 'basic', realm: 'x' },
      { scheme: 'bearer', error: 'no comma' },
    ],
  ],
  ['scope="x", Bearer', [{ scheme: 'bearer' }]],
  [
    'Bearer resource_metadata=https://a/b?c=d, error=e',
    [{ scheme: 'bearer', resource_metadata: 'https://a/b?c=d', error: 'e' }],
  ],
])('B9: the header %j is read as it is meant', (header, expected) => {
  expect(plain(header)).toEqual(expected);
});

const tokenText = fc.stringMatching(/^[A-Za-z!#$%&'*+.^_`|~-][\w!#$%&'*+.^`|~-]{0,12}$/);
const parameters = fc.uniqueArray(fc.tuple(tokenText, fc.string({ maxLength: 20 })), {
  selector: ([name]) => name.toLowerCase(),
  maxLength: 5,
});
const space = fc.constantFrom('', ' ', '\t ');

it('B9: whatever values there are, each arrives at its own challenge', () => {
  const challenges = fc.array(fc.tuple(tokenText, parameters), { maxLength: 5 });
  fc.assert(
    fc.property(challenges, space, space, (given, before, after) => {
      const header = given
        .map(([scheme, pairs]) => {
          const texts = pairs.map(
            ([name, value]) => `${name}${before}=${after}"${value.replace(/["\\]/g, '\\$&')}"`,
          );
          return `${scheme} ${texts.join(`${before},${after}`)}`;
        })
        .join(`${after},${before}`);
      const read = parseChallenges(header).map((one) => [one.scheme, [...one.parameters]]);
      const meant = given.map(([scheme, pairs]) => [
        scheme.toLowerCase(),
        pairs.map(([name, value]) => [name.toLowerCase(), value]),
      ]);
      expect(read).toEqual(meant);
    }),
  );
});

it('L5: no header makes it throw or run on', () => {
  const noise = fc.string({
    unit: fc.constantFrom('"', '\\', ',', '=', ' ', '\t', 'a', 'B', '/', 'é'),
    maxLength: 200,
  });
  fc.assert(
    fc.property(noise, (header) => {
      for (const { parameters: found } of parseChallenges(`Bearer ${header}`)) {
        expect(found.size).toBeLessThanOrEqual(header.length);
      }
    }),
    { numRuns: 500 },
  );
});

it('L5: what is endless is read within bounds', () => {
  expect(parseChallenges('a, '.repeat(100_000)).length).toBeLessThan(100);
  const [wide] = parseChallenges(
    `Bearer ${Array.from({ length: 5000 }, (_, index) => `p${index}=1`).join(',')}`,
  );
  expect(wide?.parameters.size).toBeLessThan(100);
  const [long] = parseChallenges(`Bearer error="${'x'.repeat(1_000_000)}`);
  expect(long?.parameters.get('error')?.length).toBeLessThan(20_000);
});
