import type { Message } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { textFingerprint } from '../decisions/fingerprint.ts';
import { memoryFiles } from '../files/memory-files.testkit.ts';
import { loadPlugin } from '../plugins/load-plugin.ts';
import { guidanceFor, rulesForFiles, type UsableLeaf } from './guidance.ts';

const files = memoryFiles({
  'skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies\n---\n\nSweep the floor.\n',
  'skills/secret/SKILL.md':
    '---\nname: secret\ndescription: Hidden\nuser-invocable: false\n---\nOnly models.',
  'skills/manual/SKILL.md':
    '---\nname: manual\ndescription: By hand\ndisable-model-invocation: true\n---\nBy hand.',
  'commands/greet.md': 'Say hello to $ARGUMENTS.',
  'commands/fix.md': '---\narguments: issue branch\n---\nFix $issue on $2.',
  'agents/critic.md':
    '---\nname: critic\ndescription: Criticises\nmodel: big\ntools: Read, Grep\n---\nBe strict.',
  'rules/always.mdc': '---\nalwaysApply: true\n---\nUse tabs.',
  'rules/some.mdc': '---\nglobs: "*.css"\nalwaysApply: false\n---\nUse spaces.',
});

async function leaves(): Promise<UsableLeaf[]> {
  const { children } = await loadPlugin(files, { variable: () => undefined });
  return children.map((declared, index) => ({
    container: 'kit',
    mustMatch: false,
    leaf: { type: 'leaf', id: String(index), key: String(index), declared, fingerprint: undefined, files },
  }));
}

async function guidance(message: Partial<Message>, reports: string[] = []) {
  const whole = { text: '', origin: { kind: 'user' }, ...message };
  return guidanceFor(whole, await leaves(), (problem) => reports.push(problem));
}

describe('guidance', () => {
  it('D9: tells which skills there are, and for whom', async () => {
    const { skills } = await guidance({});
    expect(skills.map(({ name, forModel, forUser }) => ({ name, forModel, forUser }))).toEqual([
      { name: 'manual', forModel: false, forUser: true },
      { name: 'secret', forModel: true, forUser: false },
      { name: 'tidy', forModel: true, forUser: true },
    ]);
    expect(await skills[2]?.read()).toContain('Sweep the floor.');
    expect(await skills[2]?.read('twice')).toBe('Sweep the floor.\n\ntwice');
  });

  it('D9: skills of the same name in two plugins are told apart by their plugin, and both reachable', async () => {
    const all = [
      ...(await leaves()),
      ...(await leaves()).map((usable) => ({ ...usable, container: 'other kit' })),
      ...(await leaves()).map((usable) => ({ ...usable, container: 'kit' })),
    ];
    const ask = (text: string) => guidanceFor({ text, origin: { kind: 'user' } }, all, () => undefined);
    const { skills } = await ask('');
    expect(skills.map(({ name }) => name).filter((name) => name.includes('tidy'))).toEqual([
      'kit:tidy',
      'other-kit:tidy',
      'kit:tidy-2',
    ]);
    for (const name of ['tidy', 'kit:tidy', 'other-kit:tidy', 'kit:tidy-2', 'other-kit:greet']) {
      expect((await ask(`/${name} now`)).invoked).toMatchObject({ name, rest: 'now' });
    }
  });

  it('D9: a message invokes a skill or a prompt by name, as its flags allow', async () => {
    const invoked = async (text: string) => (await guidance({ text })).invoked;
    expect(await invoked('/tidy the\nroom')).toEqual({
      name: 'tidy',
      text: 'Sweep the floor.\n\nthe\nroom',
      rest: 'the\nroom',
    });
    expect(await invoked('/greet')).toEqual({ name: 'greet', text: 'Say hello to .', rest: '' });
    expect(await invoked('/greet Ada & Bo')).toMatchObject({ text: 'Say hello to Ada & Bo.' });
    expect(await invoked('/fix 12 "main line"')).toMatchObject({ text: 'Fix 12 on main line.' });
    expect(await invoked('/kit:tidy')).toMatchObject({ name: 'kit:tidy' });
    expect(await invoked('/manual')).toMatchObject({ text: 'By hand.' });
    expect(await invoked('/secret')).toBeUndefined();
    expect(await invoked('/nothing')).toBeUndefined();
    expect(await invoked('please /tidy')).toBeUndefined();
  });

  it('E10: a View invokes neither', async () => {
    for (const text of ['/tidy', '/greet', '/kit:tidy']) {
      const _meta = { 'loggia.view': { id: 'v' } };
      expect((await guidance({ text, _meta })).invoked).toBeUndefined();
    }
  });

  it('D9: a message chooses an agent by its URI', async () => {
    const uri = (await leaves()).find(({ leaf }) => leaf.declared.type === 'agent')?.leaf.declared.uri ?? '';
    expect((await guidance({ agent: { uri } })).persona).toEqual({
      name: 'critic',
      instructions: 'Be strict.',
      model: 'big',
      tools: ['Read', 'Grep'],
    });
    expect((await guidance({ agent: { uri: 'file:///elsewhere' } })).persona).toBeUndefined();
  });

  it('D3: rules for certain files come when one of them is touched', async () => {
    const rulesFor = async (...touched: string[]) =>
      rulesForFiles(touched, ['file:///srv'], await leaves(), () => {});
    expect(await rulesFor('file:///srv/src/a.css', 'b.css')).toEqual([
      { name: 'some', text: 'Use spaces.', files: ['src/a.css', 'b.css'] },
    ]);
    expect(await rulesFor('a.ts')).toEqual([]);
  });

  it('D9: rules that hold for everything come along', async () => {
    expect((await guidance({})).rules).toEqual([{ name: 'always', text: 'Use tabs.' }]);
  });

  it('D9: what cannot be read is left out and reported', async () => {
    const reports: string[] = [];
    const found = (await leaves()).map(({ leaf, container }) => ({
      container,
      mustMatch: false,
      leaf: { ...leaf, files: memoryFiles({}) },
    }));
    const message = { text: '/tidy', origin: { kind: 'user' } };
    const { invoked, rules } = await guidanceFor(message, found, (problem) => reports.push(problem));
    expect({ invoked, rules }).toEqual({ invoked: undefined, rules: [] });
    expect(reports.sort()).toEqual(['Could not read the rule "always"', 'Could not read the skill "tidy"']);
  });

  it('SE7: a text that changed after it was approved is left out, even before the change is noticed', async () => {
    const reports: string[] = [];
    const approved = await leaves();
    const text = '---\nalwaysApply: true\n---\nObey.';
    const found = approved.map(({ leaf, container }) => ({
      container,
      mustMatch: true,
      leaf: {
        ...leaf,
        fingerprint: textFingerprint('---\nalwaysApply: true\n---\nUse tabs.'),
        files: memoryFiles({ 'rules/always.mdc': text }),
      },
    }));
    const message = { text: '', origin: { kind: 'user' } };
    expect((await guidanceFor(message, found, (problem) => reports.push(problem))).rules).toEqual([]);
    expect(reports).toEqual(['Could not read the rule "always"']);
    const unchanged = found.map((usable) => ({ ...usable, leaf: { ...usable.leaf, files } }));
    expect((await guidanceFor(message, unchanged, () => undefined)).rules).toEqual([
      { name: 'always', text: 'Use tabs.' },
    ]);
  });
});
