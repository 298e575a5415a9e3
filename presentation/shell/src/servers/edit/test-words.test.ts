import { describe, expect, it } from 'vitest';
import { foundWords, nameFound, versionWords } from './test-words.ts';

const some = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `n${index}` }));

describe('J9: what a test of a connection shows', () => {
  it('J9: counts what is there and leaves out what is not', () => {
    expect(foundWords({ outcome: 'ready', tools: some(13), prompts: some(1), resources: some(7) })).toBe(
      '13 tools, 1 prompt, and 7 resources',
    );
    expect(foundWords({ outcome: 'ready', tools: some(1) })).toBe('1 tool');
    expect(foundWords({ outcome: 'ready' })).toBe('no tools, prompts or resources');
    expect(versionWords({ outcome: 'ready', version: '2.0', protocolVersion: '2025-11-25' })).toBe(
      ' (version 2.0, MCP 2025-11-25)',
    );
  });

  it('J9: a server is called what it says it is, with a number where that is taken', () => {
    const found = { outcome: 'ready', name: 'mcp-everything', title: 'Everything' };
    expect(nameFound(found, [])).toBe('Everything');
    expect(nameFound(found, ['Everything', 'Everything 2'])).toBe('Everything 3');
    expect(nameFound({ outcome: 'ready', name: 'mcp-everything' }, [])).toBe('mcp-everything');
    expect(nameFound({ outcome: 'failed' }, [])).toBeUndefined();
  });
});
