import { describe, expect, it } from 'vitest';
import { expandTemplate, variablesOf } from './uri-template.ts';

describe('J4: the address of a resource from its template', () => {
  it.each([
    ['demo://resource/{id}', { id: '7' }, 'demo://resource/7'],
    ['file:///{+path}', { path: 'a b/c.txt' }, 'file:///a%20b/c.txt'],
    ['x://{a,b}', { a: '1/2', b: 'ü' }, 'x://1%2F2,%C3%BC'],
    ['x://y{/a,b}', { a: '1', b: '2' }, 'x://y/1/2'],
    ['x://y{?q,page}', { q: 'it’s (a) test!', page: '' }, 'x://y?q=it%E2%80%99s%20%28a%29%20test%21'],
    ['x://y?z=1{&q}', { q: 'a&b' }, 'x://y?z=1&q=a%26b'],
    ['x://{name:3}{.ext*}{#part}', { name: 'abcdef', ext: 'md', part: 'a/b' }, 'x://abc.md#a/b'],
    ['x://{__proto__}', {}, 'x://'],
  ])('%s', (template, values, address) => {
    expect(expandTemplate(template, values)).toBe(address);
  });

  it('names each variable once', () => {
    expect(variablesOf('x://{a}/{+b}{?a,c:3}{d*}')).toEqual(['a', 'b', 'c', 'd']);
    expect(variablesOf('x://plain')).toEqual([]);
  });
});
