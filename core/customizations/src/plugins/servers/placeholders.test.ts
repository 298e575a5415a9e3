import { describe, expect, it } from 'vitest';
import { expand, expandPortable, Unresolved } from './placeholders.ts';
import { clientRules, environmentWith, pluginRules } from './servers.testkit.ts';

describe('placeholders', () => {
  it.each([
    ['${CLAUDE_PLUGIN_ROOT}/x', '/plugins/sample/x'],
    ['${PLUGIN_ROOT}:${PLUGIN_DATA}', '/plugins/sample:/data/sample'],
    ['Bearer ${TOKEN}', 'Bearer secret'],
    ['${env:TOKEN}', 'secret'],
    ['${TOKEN:-other}', 'secret'],
    ['${MISSING:-other}', 'other'],
    ['${MISSING:-}', ''],
    ['${EMPTY:-other}', 'other'],
    ['${EMPTY}', ''],
    ['${workspaceFolder}/a', '/project/a'],
    ['$TOKEN ${} ${not a name} $${TOKEN}', '$TOKEN ${} ${not a name} $secret'],
    ['nothing', 'nothing'],
  ])('D3: %s becomes %s', (written, meant) => {
    expect(expand(written, pluginRules)).toBe(meant);
  });

  it.each([
    [
      '${MISSING}',
      'Set the variable MISSING where the host runs, and list it in the host\'s setting "environment".',
    ],
    [
      '${input:api-key}',
      'It asks for the input "api-key", which cannot be asked here. Write ${env:NAME} instead, and set that variable.',
    ],
    ['${user_config.key}', 'It needs the setting "key", which cannot be asked here. Use a variable instead.'],
    ['${config:x.y}', '${config:x.y} means something only in an editor. Write the value itself.'],
    ['${userHome}', 'It names the home folder. Let the host\'s setting "environment" allow HOME.'],
  ])('D3: %s has no value, and it is said what to do', (written, message) => {
    expect(() => expand(written, pluginRules)).toThrow(new Unresolved(message));
  });

  it('D2: files that lie with a client have no path here', () => {
    expect(() => expand('${CLAUDE_PLUGIN_ROOT}/x', clientRules)).toThrow(
      "It needs files that are on the client, so it can't be started here.",
    );
    expect(expand('${TOKEN}', clientRules)).toBe('secret');
  });

  it('L5: what comes in the place of a placeholder is not looked at again', () => {
    const context = { ...pluginRules, environment: environmentWith({ A: '${B}', B: 'secret' }) };
    expect(expand('${A}', context)).toBe('${B}');
  });

  it('L5: a variable that the host does not reveal is not there', () => {
    process.env['LOGGIA_TEST_HIDDEN'] = 'secret';
    try {
      expect(() => expand('${LOGGIA_TEST_HIDDEN}', pluginRules)).toThrow(Unresolved);
      expect(() => expand('${PATH}', pluginRules)).toThrow(Unresolved);
    } finally {
      delete process.env['LOGGIA_TEST_HIDDEN'];
    }
  });

  it('D3: Agent Plugins know two names and no variables', () => {
    expect(expandPortable('${PLUGIN_ROOT}/${PLUGIN_DATA}/${TOKEN}/${PLUGIN_ROOT:-x}', pluginRules)).toBe(
      '/plugins/sample//data/sample/${TOKEN}/${PLUGIN_ROOT:-x}',
    );
  });
});
