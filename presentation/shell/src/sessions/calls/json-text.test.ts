import { describe, expect, it } from 'vitest';
import { pretty, problemOfInput } from './json-text.ts';

describe('the input of a call', () => {
  it('J3: is shown as people read it', () => {
    expect(pretty('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(pretty('{"a":')).toBe('{"a":');
  });

  it('J3: an edited one is sent only when it is an object in JSON', () => {
    expect(problemOfInput('{"a": 1}')).toBeUndefined();
    expect(problemOfInput('[1]')).toContain('{ }');
    expect(problemOfInput('null')).toContain('{ }');
    expect(problemOfInput('{\n "a": 1,\n}')).toMatch(/not JSON \(line 3\)/);
    expect(problemOfInput('')).toContain('not JSON');
  });
});
