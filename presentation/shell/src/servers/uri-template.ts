/** The variables of a URI template (RFC 6570), each once, in their order. */
export function variablesOf(template: string): readonly string[] {
  const names = expressions(template).flatMap(({ variables }) => variables.map(({ name }) => name));
  return [...new Set(names)];
}

/** The address that the template stands for with these values; a variable without one is left out. */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(expression, (_, operator: string, list: string) => {
    const { first, between, isNamed, keeps } = operators[operator] ?? plain;
    const parts = parse(list).flatMap(({ name, length }) => {
      const given = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
      if (given === '') return [];
      const cut = length === undefined ? given : given.slice(0, length);
      const value = keeps ? encodeURI(cut) : encodeRest(cut);
      return [isNamed ? `${name}=${value}` : value];
    });
    return parts.length === 0 ? '' : `${first}${parts.join(between)}`;
  });
}

const expression = /\{([+#./;?&]?)([^{}]+)\}/g;

interface Operator {
  readonly first: string;
  readonly between: string;
  readonly isNamed: boolean;
  /** Reserved characters are not encoded. */
  readonly keeps: boolean;
}

const plain: Operator = { first: '', between: ',', isNamed: false, keeps: false };
const operators: Readonly<Record<string, Operator>> = {
  '': plain,
  '+': { ...plain, keeps: true },
  '#': { ...plain, first: '#', keeps: true },
  '.': { ...plain, first: '.', between: '.' },
  '/': { ...plain, first: '/', between: '/' },
  ';': { ...plain, first: ';', between: ';', isNamed: true },
  '?': { ...plain, first: '?', between: '&', isNamed: true },
  '&': { ...plain, first: '&', between: '&', isNamed: true },
};

interface Variable {
  readonly name: string;
  readonly length?: number;
}

function expressions(template: string): { readonly variables: readonly Variable[] }[] {
  return [...template.matchAll(expression)].map(([, , list = '']) => ({ variables: parse(list) }));
}

function parse(list: string): Variable[] {
  return list.split(',').flatMap((part) => {
    const [, name, length] = /^([\w.%-]+)(?::(\d+)|\*)?$/.exec(part.trim()) ?? [];
    if (name === undefined) return [];
    return [{ name, ...(length !== undefined && { length: Number(length) }) }];
  });
}

/** As in RFC 3986, which is stricter than `encodeURIComponent`. */
function encodeRest(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
