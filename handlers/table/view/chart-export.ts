import type { App } from '@modelcontextprotocol/ext-apps';
import { svg } from '@loggia/kit/view/element';

const kept = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
];

/** A drawing by itself: a copy with its looks written into it, on the ground that it is seen on. */
export function standalone(picture: SVGElement, title: string): string {
  const copy = picture.cloneNode(true) as SVGElement;
  const copies = [...copy.querySelectorAll('*')];
  for (const [at, original] of [...picture.querySelectorAll('*')].entries()) {
    const looks = getComputedStyle(original);
    const target = copies[at];
    if (!target || original.tagName === 'title') continue;
    for (const name of kept) {
      const value = looks.getPropertyValue(name);
      if (value !== '') target.setAttribute(name, value);
    }
    target.removeAttribute('class');
  }
  copy.removeAttribute('class');
  const ground = svg('rect', {
    width: '100%',
    height: '100%',
    fill: getComputedStyle(document.body).backgroundColor,
  });
  const name = svg('title', {});
  name.textContent = title;
  copy.prepend(name, ground);
  return new XMLSerializer().serializeToString(copy);
}

const density = 2;

/** The same as pixels, twice as many as on the screen. */
export async function pixels(
  drawing: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<string> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * density, height * density];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').split(',')[1] ?? '';
}

export interface Downloads {
  /** Resolves with a message for the user. */
  save(
    name: string,
    content: { readonly text: string } | { readonly blob: string },
    mimeType: string,
  ): Promise<string>;
}

/** Frames of Views may not download anything, so the host does, after asking. */
export function downloadsOf(app: Pick<App, 'downloadFile'>): Downloads {
  return {
    async save(name, content, mimeType) {
      try {
        const uri = `file:///${encodeURIComponent(name)}`;
        const { isError } = await app.downloadFile({
          contents: [{ type: 'resource', resource: { uri, mimeType, ...content } }],
        });
        return isError === true ? 'The chart was not saved.' : `Saved ${name}.`;
      } catch {
        return "This host doesn't let Views save files.";
      }
    },
  };
}
