import { describe, expect, it } from 'vitest';
import { parseJsonObject, TextFault } from './json-text.ts';

function faultOf(text: string): { line: number; message: string } {
  try {
    parseJsonObject(text);
  } catch (error) {
    if (error instanceof TextFault) return { line: error.line, message: error.message };
  }
  return expect.fail('It was read.');
}

describe('JSON as people write it', () => {
  it('D3: comments and trailing commas are fine, and members know where they stand', () => {
    const root = parseJsonObject('{\n  // why\n  "a": [1, 2,],\n  /* and */ "b": {"c": "x"},\n}');
    expect(root.members().map(({ name, line }) => [name, line])).toEqual([
      ['a', 3],
      ['b', 4],
    ]);
    expect(root.member('b')?.range).toEqual({
      start: { line: 3, character: 12 },
      end: { line: 3, character: 27 },
    });
    expect(root.member('b')?.value.member('c')?.value.value()).toBe('x');
  });

  it('L5: a fault names its line', () => {
    expect(faultOf('{\n  "a": 1\n  "b": 2\n}')).toEqual({
      line: 3,
      message: 'This is not valid JSON: a comma is missing.',
    });
    expect(faultOf('')).toMatchObject({ line: 1 });
    expect(faultOf('[1]')).toEqual({ line: 1, message: 'Write a JSON object here, with "{" and "}".' });
    expect(faultOf('{"a": "x\ny"}')).toMatchObject({ line: 1 });
  });

  it('L5: depth does not break it', () => {
    expect(faultOf(`{"a":${'['.repeat(200_000)}`)).toMatchObject({
      message: 'It is nested too deeply. Make it flatter.',
    });
    expect(faultOf(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toMatchObject({ line: 1 });
    expect(parseJsonObject(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`).type).toBe('object');
    expect(parseJsonObject(`{"a": "${'[{'.repeat(500)}"}`).type).toBe('object');
  });

  it('L5: no name reaches a prototype', () => {
    const root = parseJsonObject('{"__proto__": {"polluted": true}, "constructor": 1}');
    expect(root.members().map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
    expect(root.member('toString')).toBeUndefined();
    const value = root.value() as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
