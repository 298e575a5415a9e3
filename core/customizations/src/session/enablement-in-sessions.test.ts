import { describe, expect, it } from 'vitest';
import { folderWith, Rig, uriOf } from './rig.testkit.ts';

const stdio = (name: string) => ({ command: name });

describe('enablement', () => {
  const off = (kind: 'session' | 'global') => [{ kind, enabled: false } as const];

  it('D5, B3: takes effect at once and is remembered with the session', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    const { id } = rig.server(uri, 'a');
    rig.dispatch(uri, { type: 'session/customizationToggled', id, enablement: off('session') });
    expect(rig.gateway.running()).toHaveLength(0);
    expect(rig.server(uri, 'a')).toMatchObject({ enablement: off('session'), state: { kind: 'stopped' } });
    rig.equipment.stop();
    const again = new Rig({ servers: ['a'], sessions: rig.sessions, records: rig.records });
    again.equipment.use(uri);
    await again.settled(uri);
    expect(again.gateway.running()).toHaveLength(0);
    const other = await again.session('ahp-session:/other');
    expect(again.server(other, 'a').state).toEqual({ kind: 'starting' });
    again.dispatch(uri, { type: 'session/customizationToggled', id, enablement: [] });
    expect(again.gateway.running()).toHaveLength(1);
    expect(again.server(uri, 'a')).not.toHaveProperty('enablement');
  });

  it('D5: a decision for everywhere reaches other sessions, new ones, and the next host', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    const other = await rig.session('ahp-session:/other');
    const { id } = rig.server(uri, 'a');
    rig.dispatch(uri, { type: 'session/customizationToggled', id, enablement: off('global') });
    expect(rig.gateway.running()).toHaveLength(0);
    expect(rig.server(other, 'a')).toMatchObject({ enablement: off('global'), state: { kind: 'stopped' } });
    expect(rig.equipment.declared()).toMatchObject([{ name: 'a', enablement: off('global') }]);
    const again = new Rig({ servers: ['a'], records: rig.records });
    const fresh = await again.session('ahp-session:/fresh');
    expect(again.server(fresh, 'a').enablement).toEqual(off('global'));
  });

  it('D5: a decision for a workspace holds in the sessions of that directory', async () => {
    const folder = folderWith({});
    const rig = new Rig({ servers: ['a'] });
    const workingDirectories = [uriOf(folder)];
    const uri = await rig.session('ahp-session:/1', { workingDirectories });
    const same = await rig.session('ahp-session:/2', { workingDirectories });
    const elsewhere = await rig.session('ahp-session:/3');
    const enablement = [{ kind: 'workspace' as const, uri: uriOf(folder), enabled: false }];
    rig.dispatch(uri, {
      type: 'session/customizationToggled',
      id: rig.server(uri, 'a').id,
      // The order in the client's list doesn't matter.
      enablement: [{ kind: 'global', enabled: true }, ...enablement],
    });
    expect(rig.server(same, 'a')).toMatchObject({
      enablement: [...enablement, { kind: 'global', enabled: true }],
      state: { kind: 'stopped' },
    });
    expect(rig.server(elsewhere, 'a').state).toEqual({ kind: 'starting' });
  });

  it('D5: turning a plugin off turns off what is in it, and turning it on again brings it back', async () => {
    const plugin = folderWith({ '.mcp.json': { mcpServers: { p: stdio('p') } } });
    const rig = new Rig({ plugins: [plugin] });
    const uri = await rig.session();
    expect(rig.gateway.running()).toHaveLength(1);
    const id = rig.shown(uri)[0]?.id ?? '';
    rig.dispatch(uri, { type: 'session/customizationToggled', id, enablement: off('session') });
    expect(rig.gateway.running()).toHaveLength(0);
    expect(() =>
      rig.dispatch(uri, { type: 'session/mcpServerStartRequested', id: rig.server(uri, 'p').id }),
    ).toThrow('turned off');
    rig.dispatch(uri, { type: 'session/customizationToggled', id, enablement: [] });
    expect(rig.gateway.running()).toHaveLength(1);
  });

  it('D5, D9: a leaf that is turned off says so, stays so, and is not given to agents', async () => {
    const plugin = folderWith({
      'skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies up\n---\nSweep.',
    });
    const rig = new Rig({ plugins: [plugin] });
    const uri = await rig.session();
    const message = { text: '/tidy now', origin: { kind: 'user' } };
    expect(await rig.equipment.guidance(uri, message)).toMatchObject({
      invoked: { name: 'tidy', text: 'Sweep.\n\nnow', rest: 'now' },
      skills: [{ name: 'tidy', forModel: true, forUser: true }],
    });
    const [entry] = rig.shown(uri);
    const id = (entry && 'children' in entry ? entry.children?.[0]?.id : undefined) ?? '';
    rig.dispatch(uri, { type: 'session/customizationToggled', id, enablement: off('session') });
    expect(rig.shown(uri)).toMatchObject([{ children: [{ id, enabled: false }] }]);
    expect(await rig.equipment.guidance(uri, message)).toMatchObject({ invoked: undefined, skills: [] });
    rig.equipment.stop();
    const again = new Rig({ plugins: [plugin], sessions: rig.sessions, records: rig.records });
    again.equipment.use(uri);
    await again.settled(uri);
    expect(again.shown(uri)).toMatchObject([{ children: [{ id, enabled: false }] }]);
  });
});
