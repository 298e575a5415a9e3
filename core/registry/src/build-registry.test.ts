import { describe, expect, test } from 'vitest';
import type { RegistryPolicy, Trust } from './claim.ts';
import { claimOf, contractOf, registryOf } from './registry.testkit.ts';

const invoice = 'application/vnd.acme.invoice+json';
const json = contractOf('application/json', { viewer: { native: 'json' }, label: 'JSON' });
const markdown = contractOf('text/markdown', {
  viewer: { native: 'markdown' },
  label: 'Markdown',
  extensions: ['.md'],
  behaviors: { capabilities: { extract_text: { builtin: 'markdown-text' } } },
});
const acme = contractOf(invoice, {
  viewer: { tool: 'open_invoice' },
  label: 'Invoice',
  behaviors: { events: { commit: { tool: 'on_commit' } } },
});
const builtin = { kind: 'builtin' };

describe('a vendor’s type', () => {
  test('G3: belongs to the one that claims it, trusted or not, and is told of its events', () => {
    const { rule, owner, viewer, events, alternates } = registryOf(
      [claimOf('acme', 'untrusted', [acme])],
      [json],
    ).resolve(invoice);
    expect({ rule, owner, events: [...events] }).toEqual({
      rule: 'sole-claim',
      owner: { kind: 'server', server: 'acme', name: 'ACME' },
      events: [['commit', { server: 'acme', tool: 'on_commit' }]],
    });
    expect(viewer).toMatchObject({ viewer: { tool: 'open_invoice' }, relation: 'itself' });
    expect(alternates).toEqual([
      {
        provider: builtin,
        mime: 'application/json',
        relation: 'suffix',
        label: 'JSON',
        viewer: { native: 'json' },
      },
    ]);
  });

  test('G3: two servers that claim it are an error that names both, until precedence is set', () => {
    const claims = [claimOf('acme', 'trusted', [acme]), claimOf('copy', 'untrusted', [acme])];
    const disputed = registryOf(claims, [json]).resolve(invoice);
    expect(disputed.conflict?.message).toBe(
      `ACME (acme) and COPY (copy) both claim ${invoice}, so none of them has it. Say in the precedence for ${invoice} who comes first, or remove the others.`,
    );
    expect(disputed).toMatchObject({ rule: 'conflict', owner: undefined, provider: builtin });
    expect(disputed.events.size).toBe(0);

    const settled = registryOf(claims, [json], { precedence: { [invoice]: ['gone', 'copy'] } });
    expect(settled.resolve(invoice)).toMatchObject({
      rule: 'precedence',
      owner: { server: 'copy' },
      ignored: [{ provider: { server: 'acme' } }],
    });
    expect(settled.resolve(invoice).conflict).toBeUndefined();
  });

  test('G3: a choice does not take it away from its owner', () => {
    const other = claimOf('other', 'trusted', [contractOf('application/json', { viewer: { tool: 'edit' } })]);
    const registry = registryOf([claimOf('acme', 'untrusted', [acme]), other], [json], {
      chosen: { [invoice]: 'other' },
    });
    expect(registry.resolve(invoice)).toMatchObject({ rule: 'sole-claim', provider: { server: 'acme' } });
  });

  test('G5: that nobody claims is opened by its suffix, and a choice may name who does', () => {
    const editor = claimOf('editor', 'trusted', [
      contractOf('application/json', { viewer: { tool: 'edit' } }),
    ]);
    expect(registryOf([editor], [json]).resolve(invoice)).toMatchObject({
      rule: 'suffix',
      owner: undefined,
      contract: { mime: 'application/json' },
      viewer: { viewer: { native: 'json' } },
    });
    expect(registryOf([editor], [json], { chosen: { [invoice]: 'editor' } }).resolve(invoice)).toMatchObject({
      rule: 'chosen',
      viewer: { viewer: { tool: 'edit' } },
    });
  });
});

describe('a type of the platform’s own vendor', () => {
  const mime = 'application/vnd.loggia.server+json';
  const contract = contractOf(mime, { viewer: { tool: 'open' } });

  test.each(['trusted', 'untrusted'] as const)('G3: is not given to a server that is %s', (trust) => {
    const {
      rule,
      owner,
      contract: used,
      ignored,
    } = registryOf([claimOf('thief', trust, [contract])]).resolve(mime);
    expect({ rule, owner, used }).toEqual({
      rule: 'platform-owned',
      owner: { kind: 'platform' },
      used: undefined,
    });
    expect(ignored.map(({ provider }) => provider)).toEqual([
      { kind: 'server', server: 'thief', name: 'THIEF', trust },
    ]);
  });

  test('G3: is served by the platform’s server, whoever else claims it', () => {
    const claims = [
      claimOf('thief', 'trusted', [contract], 0),
      claimOf('servers', 'platform', [acmeLike(mime)], 9),
    ];
    const found = registryOf(claims, [], { precedence: { [mime]: ['thief'] }, chosen: { [mime]: 'thief' } });
    expect(found.resolve(mime)).toMatchObject({
      rule: 'platform-owned',
      owner: { kind: 'platform' },
      provider: { server: 'servers' },
    });
    expect([...found.resolve(mime).events.values()]).toEqual([{ server: 'servers', tool: 'on_commit' }]);
  });
});

function acmeLike(mime: string) {
  return contractOf(mime, {
    viewer: { tool: 'open' },
    behaviors: { events: { commit: { tool: 'on_commit' } } },
  });
}

describe('a standard type', () => {
  const alternate = contractOf('text/markdown', {
    viewer: { tool: 'edit' },
    label: 'Editor',
    behaviors: { events: { commit: { tool: 'on_commit' } } },
  });

  test('G4: keeps its built-in viewer when a server that is not trusted claims it', () => {
    const stranger = claimOf('stranger', 'untrusted', [alternate], -1);
    const policy = { chosen: { 'text/markdown': 'stranger' }, precedence: { 'text/markdown': ['stranger'] } };
    const { rule, viewer, alternates, ignored, problems } = registryOf(
      [stranger],
      [markdown],
      policy,
    ).resolve('text/markdown');
    expect({ rule, native: viewer?.viewer, alternates }).toEqual({
      rule: 'built-in',
      native: { native: 'markdown' },
      alternates: [],
    });
    expect(ignored).toHaveLength(1);
    expect(problems.map(({ message }) => message)).toEqual([
      'STRANGER (stranger) was chosen to open it, but is not trusted. Trust the server, or choose another.',
    ]);
  });

  test('G4: offers a trusted server, which serves it when it is chosen and hears of no events', () => {
    const editor = claimOf('editor', 'trusted', [alternate]);
    expect(registryOf([editor], [markdown]).resolve('text/markdown')).toMatchObject({
      rule: 'built-in',
      alternates: [{ provider: { server: 'editor' }, label: 'Editor', viewer: { tool: 'edit' } }],
    });
    const chosen = registryOf([editor], [markdown], { chosen: { 'text/markdown': 'editor' } }).resolve(
      'Text/Markdown; charset=utf-8',
    );
    expect(chosen).toMatchObject({
      mime: 'text/markdown',
      rule: 'chosen',
      owner: { kind: 'platform' },
      viewer: { viewer: { tool: 'edit' } },
      alternates: [{ provider: builtin }],
    });
    expect(chosen.events.size).toBe(0);
    // The platform still provides the capabilities that the alternate lacks.
    expect(chosen.capabilities.get('extract_text')).toMatchObject([{ provider: builtin }]);
  });

  test('H3: whoever was chosen is asked for its capabilities first, and the platform after it', () => {
    const able = contractOf('text/markdown', {
      viewer: { tool: 'edit' },
      behaviors: { capabilities: { extract_text: { tool: 'text' }, summarize: { tool: 'sum' } } },
    });
    const asked = (trust: Trust, policy: Partial<RegistryPolicy> = {}, mime = 'text/markdown') =>
      [
        ...registryOf(
          [claimOf('editor', trust, [{ ...able, mime, definition: { ...able.definition, mime } }])],
          [markdown],
          policy,
        ).resolve('text/markdown').capabilities,
      ].map(([name, sources]) => [
        name,
        sources.map(({ provider }) => (provider.kind === 'server' ? provider.server : 'platform')),
      ]);
    const both = [
      ['extract_text', ['editor', 'platform']],
      ['summarize', ['editor']],
    ];
    expect(asked('trusted', { chosen: { 'text/markdown': 'editor' } })).toEqual(both);
    expect(asked('trusted', { precedence: { 'text/markdown': ['editor'] } })).toEqual(both);
    expect(asked('trusted', { chosen: { 'text/markdown': 'editor' } }, 'text/*')).toEqual(both);
    // Trust alone makes it an alternate and no more.
    expect(asked('trusted')).toEqual([['extract_text', ['platform']]]);
    expect(asked('untrusted', { chosen: { 'text/markdown': 'editor' } })).toEqual([
      ['extract_text', ['platform']],
    ]);
    // A server that comes with the host does what the platform can't.
    expect(asked('platform')).toEqual([
      ['extract_text', ['platform', 'editor']],
      ['summarize', ['editor']],
    ]);
  });

  test('H3: the only trusted server that knows a type is asked about it, not about all that its wildcard covers', () => {
    const behaviors = { capabilities: { extract_text: { tool: 'text' } } };
    const names = (claimed: string, trust: Trust = 'trusted') =>
      registryOf([claimOf('books', trust, [contractOf(claimed, { behaviors })])])
        .resolve('application/epub+zip')
        .capabilities.get('extract_text')?.length ?? 0;
    expect([
      names('application/epub+zip'),
      names('application/epub+zip', 'untrusted'),
      names('application/*'),
      names('*/*'),
    ]).toEqual([1, 0, 0, 0]);
  });

  test('G4: without a definition is served by the only trusted server, and by nobody when there are two', () => {
    const one = claimOf('one', 'trusted', [contractOf('model/obj', { viewer: { tool: 'show' } })]);
    const two = claimOf('two', 'trusted', [contractOf('model/obj', { viewer: { tool: 'view' } })]);
    expect(registryOf([one]).resolve('model/obj')).toMatchObject({
      rule: 'sole-alternate',
      owner: undefined,
    });
    const both = registryOf([one, two]).resolve('model/obj');
    expect({ ...both, alternates: both.alternates.length }).toMatchObject({
      rule: 'undecided',
      viewer: undefined,
      alternates: 2,
    });
    expect(
      registryOf([one, two], [], { precedence: { 'model/obj': ['two'] } }).resolve('model/obj'),
    ).toMatchObject({
      rule: 'precedence',
      provider: { server: 'two' },
    });
  });

  test('G4: lists its alternates in the order of their servers', () => {
    const claims = [claimOf('a', 'trusted', [alternate], 2), claimOf('b', 'trusted', [alternate], 1)];
    const { alternates } = registryOf(claims, [markdown]).resolve('text/markdown');
    expect(alternates.map(({ provider }) => provider)).toMatchObject([{ server: 'b' }, { server: 'a' }]);
  });

  test('G4: can be opened with a server that knows it by a wildcard', () => {
    const pictures = contractOf('image/*', { viewer: { native: 'image' } });
    const paint = claimOf('paint', 'trusted', [contractOf('image/*', { viewer: { tool: 'paint' } })]);
    const chosen = registryOf([paint], [pictures], { chosen: { 'image/png': 'paint' } });
    expect(chosen.resolve('image/png')).toMatchObject({
      rule: 'chosen',
      viewer: { viewer: { tool: 'paint' } },
    });
    expect(chosen.resolve('image/gif')).toMatchObject({
      rule: 'wildcard',
      viewer: { viewer: { native: 'image' } },
    });
  });

  test('G4: a renderer or code of the platform is not a server’s to name', () => {
    const pretending = contractOf('application/vnd.acme.page', {
      viewer: { native: 'markdown' },
      behaviors: { capabilities: { extract_text: { builtin: 'utf8-text' } } },
    });
    const found = registryOf([claimOf('acme', 'trusted', [pretending])]).resolve('application/vnd.acme.page');
    expect({ viewer: found.viewer, capabilities: found.capabilities.size }).toEqual({
      viewer: undefined,
      capabilities: 0,
    });
  });
});

describe('inheritance', () => {
  const named = (mime: string, inherits: string[], tool?: string) =>
    contractOf(mime, { inherits, ...(tool !== undefined && { viewer: { tool } }) });
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => `application/vnd.acme.${name}`) as [
    string,
    string,
    string,
    string,
  ];

  test('G5: goes breadth first, in the order in which it is written', () => {
    const claims = [
      claimOf('acme', 'trusted', [named(a, [b, c]), named(b, [d]), named(c, [], 'c'), named(d, [], 'd')]),
    ];
    expect(registryOf(claims).resolve(a).viewer).toMatchObject({ mime: c, relation: 'inherited' });
  });

  test('G5: in a circle is an error that shows the way around, and inherits nothing', () => {
    const claims = [
      claimOf('acme', 'trusted', [named(a, [b]), named(b, [c]), named(c, [a, d]), named(d, [], 'd')]),
      claimOf('outside', 'trusted', [named('application/vnd.other.x', [a])]),
    ];
    const registry = registryOf(claims);
    for (const mime of [a, b, c]) {
      expect(registry.resolve(mime).problems).toEqual([
        {
          mime,
          server: 'acme',
          file: 'type.json',
          path: '/inherits',
          message: `It inherits from itself: ${a} → ${b} → ${c} → ${a}. Take one of them out of "inherits"; until then, none of them inherits anything.`,
        },
      ]);
      expect(registry.resolve(mime).viewer).toBeUndefined();
    }
    expect(registry.resolve('application/vnd.other.x').problems).toEqual([]);
  });

  test('G5: ends however long the chain is', () => {
    const names = Array.from({ length: 3000 }, (_, index) => `application/vnd.acme.t${index}`);
    const chain = names.map((mime, index) => named(mime, [names[index + 1] ?? a]));
    const registry = registryOf([claimOf('acme', 'trusted', chain)]);
    expect(registry.resolve(names[0] ?? '').problems[0]?.message).toContain('32 types or more');
    expect(registry.resolve(names.at(-1) ?? '').problems).toEqual([]);
    const ring = names.map((mime, index) => named(mime, [names[(index + 1) % names.length] ?? a]));
    expect(
      registryOf([claimOf('acme', 'trusted', ring)])
        .types()
        .every(({ problems }) => problems.length === 1),
    ).toBe(true);
  });

  test('G4: of a standard type never leads to a third party', () => {
    const editor = claimOf('editor', 'trusted', [named('text/x', [a]), named('model/obj', [a])]);
    const stranger = claimOf('stranger', 'untrusted', [named(a, [], 'steal')]);
    const found = registryOf([editor, stranger]).resolve('model/obj');
    expect(found.viewer).toBeUndefined();
    expect(found.problems.map(({ path }) => path)).toEqual(['/inherits/0']);
  });
});

describe('files', () => {
  test('G5: the longest ending wins, then the platform, then who is trusted', () => {
    const claims = [
      claimOf(
        'stranger',
        'untrusted',
        [contractOf('application/vnd.a.md', { extensions: ['.md', '.gz'] })],
        -1,
      ),
      claimOf('friend', 'trusted', [
        contractOf('application/vnd.z.md', { extensions: ['.md', '.tar.gz'] }),
        contractOf('text/markdown', { extensions: ['.page'] }),
        contractOf('text/*', { extensions: ['.md'] }),
      ]),
    ];
    const registry = registryOf(claims, [markdown]);
    expect(registry.byExtension('../x/READ.MD').map(({ mime }) => mime)).toEqual([
      'text/markdown',
      'application/vnd.z.md',
      'application/vnd.a.md',
    ]);
    expect(registry.byExtension('x.tar.gz')).toEqual([
      { mime: 'application/vnd.z.md', extension: '.tar.gz' },
      { mime: 'application/vnd.a.md', extension: '.gz' },
    ]);
    expect(registry.byExtension('x.page')).toEqual([]);
    expect(registry.byExtension('md')).toEqual([]);
  });

  test('G4: an ending stays with a standard type that is opened with somebody else', () => {
    const editor = claimOf('editor', 'trusted', [contractOf('text/markdown')]);
    const registry = registryOf([editor], [markdown], { chosen: { 'text/markdown': 'editor' } });
    expect(registry.byExtension('a.md')).toEqual([{ mime: 'text/markdown', extension: '.md' }]);
  });
});

describe('explanations', () => {
  test('G6: say who owns it, who else claims it, and which rule decided', () => {
    const claims = [
      claimOf('editor', 'trusted', [
        contractOf('text/markdown', { viewer: { tool: 'edit' }, label: 'Editor' }),
      ]),
      claimOf('stranger', 'untrusted', [contractOf('text/markdown')]),
    ];
    expect(
      registryOf(claims, [markdown], { chosen: { 'text/markdown': 'gone' } }).explain('text/markdown'),
    ).toEqual([
      'text/markdown is a standard type: nobody owns it but the platform, and trusted servers may be alternates.',
      'Claimed by the platform (built in), version 1.0.0.',
      'Claimed by EDITOR (editor) (trusted), version 1.0.0.',
      'Claimed by STRANGER (stranger) (untrusted), version 1.0.0.',
      'The claim of STRANGER (stranger) is ignored. A server that is not trusted changes nothing about standard types. Trust the server to be offered it as an alternate.',
      'It was chosen to be opened with gone (does not claim it now).',
      'The built-in definition is the default, and nobody else was chosen.',
      'It is opened with the built-in renderer "markdown".',
      'It can also be opened with EDITOR (editor) (Editor).',
    ]);
  });

  test('G6: say by which other type one is served', () => {
    expect(registryOf([], [json]).explain(invoice)).toEqual([
      `${invoice} is a type of the vendor acme: it has one owner, the only server that claims it or the first by precedence.`,
      'Nothing of its own is in effect, so its suffix decides: it is served as application/json by the platform.',
      'It is opened with the built-in renderer "json", as application/json, which its suffix stands for.',
    ]);
    expect(registryOf([]).explain('nonsense')).toEqual([
      'It is not a MIME type, so only the fallback serves it. Write category/subtype.',
      'Nothing can show it.',
    ]);
  });
});

describe('what is wrong', () => {
  test('G1: is told with the type, its server and its file, also when the definition is of no use', () => {
    const problem = {
      mime: invoice,
      file: 'type.json',
      path: '/version',
      message: 'It is missing. Write it.',
    };
    const broken = { ...claimOf('acme', 'trusted', []), problems: [problem] };
    const registry = registryOf([broken, claimOf('copy', 'trusted', [acme, { ...acme }])]);
    expect(registry.problems()).toEqual([
      { ...problem, server: 'acme' },
      {
        mime: invoice,
        server: 'copy',
        file: 'type.json',
        path: '/mime',
        message: `${invoice} is defined twice there, and only one of the two is used. Remove the other.`,
      },
    ]);
    expect(registry.resolve(invoice)).toMatchObject({ rule: 'sole-claim', problems: registry.problems() });
  });

  test('F4: includes what cannot be used of a schema', () => {
    const contract = contractOf(invoice, { schema: { properties: { a: { pattern: '(a+)+$' } } } });
    expect(registryOf([claimOf('acme', 'trusted', [contract])]).problems()).toEqual([
      expect.objectContaining({
        mime: invoice,
        server: 'acme',
        file: 'schema.json',
        path: '/properties/a/pattern',
      }),
    ]);
  });

  test('L5: names that are also members of objects are just names', () => {
    const registry = registryOf([claimOf('constructor', 'trusted', [acme])], [json], {
      precedence: { toString: ['x'], __proto__: ['y'] },
    });
    for (const mime of ['constructor', '__proto__/toString', 'application/constructor', 'x'.repeat(5000)])
      expect(registry.resolve(mime).owner).toBeUndefined();
  });
});
