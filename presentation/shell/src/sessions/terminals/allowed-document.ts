export interface AllowedDocument {
  readonly document: Document;
  /** For code that takes the page's own document: until it returns, that one does the same. */
  during(work: () => void): void;
  dispose(): void;
}

/**
 * A document for code that styles elements in ways that the page's policy forbids: with style elements, and with the
 * style attribute as text. Both go through the object model instead, which the policy allows.
 */
export function allowedDocument(real: Document): AllowedDocument {
  const sheets = new Set<CSSStyleSheet>();
  const adopt = (change: (all: Set<CSSStyleSheet>) => void): void => {
    const others = real.adoptedStyleSheets.filter((sheet) => !sheets.has(sheet));
    change(sheets);
    real.adoptedStyleSheets = [...others, ...sheets];
  };
  const make: (name: string) => HTMLElement = real.createElement.bind(real);
  const createElement = (name: string): HTMLElement =>
    name === 'style' ? sheetElement(make('span'), adopt) : styledByText(make(name));
  const document = new Proxy(real, {
    get: (target, key) => {
      if (key === 'createElement') return createElement;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
  return {
    document,
    during: (work) => {
      real.createElement = createElement as Document['createElement'];
      try {
        work();
      } finally {
        Reflect.deleteProperty(real, 'createElement');
      }
    },
    dispose: () => adopt((all) => all.clear()),
  };
}

/** Stands in for a style element: its text becomes a style sheet of the page. */
function sheetElement(
  element: HTMLElement,
  adopt: (change: (all: Set<CSSStyleSheet>) => void) => void,
): HTMLElement {
  element.hidden = true;
  const sheet = new CSSStyleSheet();
  adopt((all) => all.add(sheet));
  let text = '';
  Object.defineProperty(element, 'textContent', {
    get: () => text,
    set: (next: string) => {
      text = next;
      sheet.replaceSync(next);
    },
  });
  element.remove = () => {
    adopt((all) => all.delete(sheet));
    HTMLElement.prototype.remove.call(element);
  };
  return element;
}

/** Copies are treated the same: text with attributes is drawn with copies of one element. */
function styledByText(element: HTMLElement): HTMLElement {
  element.cloneNode = (deep) =>
    styledByText(HTMLElement.prototype.cloneNode.call(element, deep) as HTMLElement);
  element.setAttribute = (name, value) => {
    if (name === 'style') element.style.cssText = value;
    else HTMLElement.prototype.setAttribute.call(element, name, value);
  };
  return element;
}
