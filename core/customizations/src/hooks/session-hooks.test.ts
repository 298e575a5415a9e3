import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AuditEntry } from '@loggia/mcp';
import type { HookMoment, HookRequest } from '@loggia/sessions/equipment';
import { afterEach, describe, expect, it } from 'vitest';
import { eventLoop, realGateway } from '../session/real-gateway.testkit.ts';
import { folderWith, Rig, uriOf, writeIn } from '../session/rig.testkit.ts';

const call = { id: 't1', name: 'erase', input: '{"path":"a.txt"}' };
const before: HookMoment = { event: 'PreToolUse', call };
const prompt: HookMoment = { event: 'UserPromptSubmit', prompt: 'hello' };

function hooksFile(hooks: object): Record<string, object> {
  return { '.claude-plugin/plugin.json': { name: 'guard' }, 'hooks/hooks.json': { hooks } };
}

function command(line: string, more: object = {}): object[] {
  return [{ hooks: [{ type: 'command', command: line, ...more }] }];
}

afterEach(() => {
  delete process.env['LOGGIA_TEST_SECRET'];
});

/** A session in a folder whose plugin lies beside it; trusted unless the test says otherwise. */
async function guarded(hooks: object, { isTrusted = true } = {}) {
  const folder = folderWith({ '.loggia/host.json': { plugins: ['./guard'] } });
  const root = path.join(folder, 'guard');
  for (const [file, content] of Object.entries(hooksFile(hooks))) writeIn(root, file, content);
  const audited: AuditEntry[] = [];
  const rig = new Rig({ gateway: realGateway(audited), scheduler: eventLoop });
  const uri = await rig.session('ahp-session:/s', { workingDirectories: [uriOf(folder)] });
  const source = uriOf(root);
  const trust = async (): Promise<void> => {
    await rig.trust(uriOf(folder));
    await rig.settled(uri);
    await rig.trust(source);
    await rig.settled(uri);
  };
  if (isTrusted) await trust();
  const at = (moment: HookMoment, more: Partial<HookRequest> = {}) =>
    rig.equipment.hooks({
      session: uri,
      chat: 'ahp-chat:/c',
      agent: 'echo',
      clientId: 'shell',
      signal: new AbortController().signal,
      moment,
      progress: () => {},
      ...more,
    });
  return { rig, uri, root, folder, source, audited, at, trust };
}

const neutral = { context: [], notices: [] };

describe('hooks of plugins', () => {
  it('D3: never run without trust, which names the command; a changed one is asked about again', async () => {
    const line = 'touch ran';
    const { rig, uri, root, source, at, trust, audited } = await guarded(
      { PreToolUse: command(line) },
      { isTrusted: false },
    );
    const ran = path.join(root, 'ran');
    expect(await at(before)).toEqual(neutral);
    expect(existsSync(ran)).toBe(false);
    const { review } = await rig.equipment.reviewTrust({ source });
    expect(review.parts).toMatchObject([{ kind: 'hook', name: 'PreToolUse', commands: [line] }]);
    await trust();
    await at(before);
    expect(existsSync(ran)).toBe(true);

    writeIn(root, 'hooks/hooks.json', { hooks: { PreToolUse: command('touch changed') } });
    const waits = () => rig.shown(uri).find(({ type }) => type === 'plugin')?._meta?.['loggia.trust'];
    await expect.poll(waits, { timeout: 10_000 }).toMatchObject({ decision: 'undecided', changed: true });
    const records = audited.length;
    expect(await at(before)).toEqual(neutral);
    expect(existsSync(path.join(root, 'changed'))).toBe(false);
    expect(audited).toHaveLength(records);
  });

  it('D3: are told in JSON, in the folder of the plugin, and know nothing of the host', async () => {
    process.env['LOGGIA_TEST_SECRET'] = 'hush';
    const line = 'cat > "${CLAUDE_PLUGIN_ROOT}/told"; pwd > where; env > environment';
    const { root, folder, at, audited } = await guarded({ PreToolUse: command(line) });
    expect(await at(before)).toEqual(neutral);
    const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
    expect(JSON.parse(read('told'))).toMatchObject({
      session_id: 'ahp-session:/s',
      hook_event_name: 'PreToolUse',
      cwd: folder,
      tool_name: 'erase',
      tool_input: { path: 'a.txt' },
      toolArgs: '{"path":"a.txt"}',
      tool_use_id: 't1',
    });
    expect(read('where').trim()).toBe(root);
    expect(read('environment')).toContain(`PLUGIN_ROOT=${root}`);
    expect(read('environment')).toContain(`CLAUDE_PROJECT_DIR=${folder}`);
    expect(read('environment')).not.toContain('hush');
    expect(audited).toMatchObject([
      {
        serverName: 'guard',
        by: 'agent',
        principal: 'local via agent echo',
        clientId: 'shell',
        method: 'hooks/PreToolUse',
        target: line,
        decision: 'allowed',
        reason: 'Exit code 0.',
        durationMs: expect.any(Number),
      },
    ]);
  });

  it('D3: deny by exit code 2, or in JSON, and ask', async () => {
    const says = (answer: object) => `echo '${JSON.stringify(answer)}'`;
    const { at } = await guarded({
      PreToolUse: [
        ...command('echo "Not this one." >&2; exit 2'),
        {
          matcher: 'mcp__.*|erase',
          hooks: [
            {
              command: says({
                hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'Never.' },
              }),
            },
          ],
        },
        { matcher: 'other', hooks: [{ command: 'echo "Not me." >&2; exit 2' }] },
        { matcher: 'erase', hooks: [{ command: says({ permissionDecision: 'ask' }) }] },
      ],
      UserPromptSubmit: command(says({ continue: false, stopReason: 'Enough.' })),
    });
    expect(await at(before)).toEqual({
      ...neutral,
      ask: true,
      block:
        'Not this one. (PreToolUse hook of the plugin "guard")\nNever. (PreToolUse hook of the plugin "guard")',
    });
    expect(await at(prompt)).toEqual({
      ...neutral,
      stop: 'Enough. (UserPromptSubmit hook of the plugin "guard")',
    });
  });

  it('D3: add to what the agent knows; those for the start run once in a session', async () => {
    const { at, root } = await guarded({
      SessionStart: [{ matcher: 'startup', hooks: [{ command: 'echo x >> starts; echo "Be kind."' }] }],
      UserPromptSubmit: command(
        `echo '{"hookSpecificOutput":{"additionalContext":"It rains."},"systemMessage":"Hi"}'`,
      ),
    });
    const name = 'From the plugin "guard"';
    const start: HookMoment = { event: 'SessionStart', source: 'startup' };
    const added = { ...neutral, context: [{ name, text: 'Be kind.' }] };
    expect(await at(start)).toEqual(added);
    expect(await at(start)).toEqual(added);
    expect(readFileSync(path.join(root, 'starts'), 'utf8')).toBe('x\n');
    expect(await at(prompt)).toEqual({
      context: [{ name, text: 'It rains.' }],
      notices: ['guard: Hi'],
    });
  });

  it('D3: that hang, crash, flood or are missing are told of, and hold nothing up', async () => {
    const { at, audited } = await guarded({
      UserPromptSubmit: [
        { hooks: [{ command: 'sleep 600', timeout: 0.05 }] },
        { hooks: [{ command: 'kill -9 $$' }] },
        { hooks: [{ command: 'yes' }] },
        { hooks: [{ command: 'echo "no file" >&2; exit 1' }] },
        { hooks: [{ command: '/nowhere/hook', args: ['x'] }] },
      ],
    });
    const { notices, ...rest } = await at(prompt);
    expect(rest).toEqual({ context: [] });
    const failed = 'A UserPromptSubmit hook of the plugin "guard" failed. ';
    expect(notices).toEqual([
      `${failed}It took longer than 0 s and was ended.`,
      `${failed}It was ended by SIGKILL.`,
      `${failed}It wrote more than 1048576 bytes and was ended.`,
      `${failed}It ended with exit code 1: no file`,
      expect.stringContaining(failed),
    ]);
    expect(audited.map(({ decision }) => decision).toSorted()).toEqual([
      'allowed',
      'failed',
      'failed',
      'failed',
      'failed',
    ]);
  });

  it('D5: that are switched off, alone or with their plugin, do not run any more', async () => {
    const { rig, uri, at } = await guarded({ UserPromptSubmit: command('exit 2') });
    const plugin = rig.shown(uri).find(({ type }) => type === 'plugin');
    const hook = plugin && 'children' in plugin ? plugin.children?.[0] : undefined;
    const toggle = (id: string | undefined, enabled: boolean) =>
      rig.dispatch(uri, {
        type: 'session/customizationToggled',
        id: id ?? '',
        enablement: [{ kind: 'session', enabled }],
      });
    expect(await at(prompt)).toHaveProperty('block');
    for (const id of [hook?.id, plugin?.id]) {
      toggle(id, false);
      expect(await at(prompt)).toEqual(neutral);
      toggle(id, true);
      expect(await at(prompt)).toHaveProperty('block');
    }
  });

  it('D3: end when the turn ends', async () => {
    const { at } = await guarded({ UserPromptSubmit: command('sleep 600') });
    const ending = new AbortController();
    const running = at(prompt, { signal: ending.signal, progress: () => setImmediate(() => ending.abort()) });
    expect((await running).notices).toHaveLength(1);
  });
});
