import { artifactOfLink } from '@loggia/protocol';
import createPurifier from 'dompurify';
import { liveLinkOf } from '../links/live-link.ts';
import { imageAddressStart, isPaintedAddress } from '../ui/inert-formats.ts';
import { slotFor } from './link-slots.ts';
import { fileNameIn } from './picture-names.ts';

const tags = [
  ...['a', 'abbr', 'b', 'blockquote', 'br', 'code', 'dd', 'del', 'details', 'div', 'dl', 'dt', 'em'],
  ...[
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'input',
    'ins',
    'kbd',
    'li',
    'mark',
    'ol',
    'p',
    'pre',
  ],
  ...[
    'q',
    's',
    'samp',
    'small',
    'span',
    'strong',
    'sub',
    'summary',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
  ],
  ...['thead', 'tr', 'u', 'ul', 'var'],
];
/** Neither `style` nor `class`, `id` or `name`: what is written must not look like the shell, nor be found as a part of it. */
const attributes = [
  'align',
  'alt',
  'checked',
  'colspan',
  'href',
  'open',
  'rowspan',
  'src',
  'start',
  'title',
  'type',
];

/** The last alternative is an address without a scheme: the name of a file, which is looked for and never loaded. */
const allowedAddress = new RegExp(
  `^(?:https?:|mailto:|${imageAddressStart}|blob:|artifact:|loggia:|\\/?api\\/artifacts\\/|(?![a-z][a-z\\d+.-]*:)[^/\\\\#?])`,
  'i',
);
const reference = /^\/?api\/artifacts\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})(?:\/content)?$/;

let purifier: ReturnType<typeof createPurifier> | undefined;

/** HTML from anybody as nodes that can do nothing but be read. */
export function sanitize(html: string): DocumentFragment {
  // One of our own: whatever else uses the library must not be able to add exceptions to this.
  purifier ??= createPurifier(window);
  const fragment = purifier.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    // Those of which no value is an address.
    ADD_URI_SAFE_ATTR: attributes.filter((name) => name !== 'href' && name !== 'src'),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: allowedAddress,
    RETURN_DOM_FRAGMENT: true,
  });
  // It is not in the page yet, so that nothing has been loaded.
  for (const link of fragment.querySelectorAll('a')) settleLink(link);
  for (const image of fragment.querySelectorAll('img')) settlePicture(image);
  for (const input of fragment.querySelectorAll('input')) settleBox(input);
  return fragment;
}

function settleLink(link: HTMLAnchorElement): void {
  const given = link.getAttribute('href') ?? '';
  if (liveLinkOf(given)) {
    link.replaceWith(slotFor(given, link.textContent));
    return;
  }
  const address = safeAddress(link.getAttribute('href'));
  if (address === undefined) {
    link.removeAttribute('href');
    return;
  }
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
  // A text can say anything; the address is what counts.
  if (!link.title) link.title = address;
}

/** Only what leads to a page or to a letter. */
export function safeAddress(given: string | null): string | undefined {
  if (given === null || given.length > 10_000 || !URL.canParse(given)) return undefined;
  const { protocol, href } = new URL(given);
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
}

/** Pictures from elsewhere would tell somebody that they were looked at: a note stands in their place. */
function settlePicture(image: HTMLImageElement): void {
  const source = image.getAttribute('src') ?? '';
  const artifact = artifactOfLink(source) ?? reference.exec(source)?.[1];
  image.loading = 'lazy';
  image.decoding = 'async';
  if (artifact !== undefined) {
    image.removeAttribute('src');
    image.dataset['artifact'] = artifact;
    return;
  }
  const isOwn = source.startsWith(`blob:${location.origin}/`);
  if (isPaintedAddress(source) || isOwn) return;
  const name = fileNameIn(source);
  if (name !== undefined) {
    image.removeAttribute('src');
    image.dataset['name'] = name;
    return;
  }
  const note = document.createElement('span');
  note.className = 'markdown-picture';
  const address = safeAddress(source);
  const about = image.alt === '' ? 'Picture' : `Picture “${image.alt.slice(0, 200)}”`;
  note.textContent =
    address === undefined
      ? `${about} cannot be shown`
      : `${about} from ${new URL(address).host || 'elsewhere'} is not loaded`;
  image.replaceWith(note);
  if (address === undefined || !address.startsWith('http')) return;
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
  link.title = address;
  link.textContent = 'open it';
  note.append(', ', link);
}

/** The boxes of a list of tasks, and no other input. */
function settleBox(input: HTMLInputElement): void {
  if (input.getAttribute('type') !== 'checkbox') {
    input.remove();
    return;
  }
  input.disabled = true;
  input.setAttribute('aria-label', input.hasAttribute('checked') ? 'Done' : 'To do');
}
