import { titleOfAnnotation, type Annotation, type AttachedAnnotations } from '@loggia/protocol';

/** The most that goes along with a message, in characters. */
const longest = 100_000;

/** Annotations as text for a model: each with its place and its entries in order. */
export function annotationsText(annotations: readonly Annotation[]): AttachedAnnotations {
  const resources = [...new Set(annotations.map(({ resource }) => resource))];
  if (annotations.length === 0) return { text: '[There are no comments.]', resources };
  const parts: string[] = [];
  let length = 0;
  for (const annotation of annotations) {
    const part = textOf(annotation);
    length += part.length;
    if (length > longest) break;
    parts.push(part);
  }
  const left = annotations.length - parts.length;
  const cut = left === 0 ? [] : [`[${left} more are left out here: they are too long.]`];
  return { text: [...parts, ...cut].join('\n\n'), resources };
}

function textOf(annotation: Annotation): string {
  const { resource, range, resolved, entries } = annotation;
  const title = titleOfAnnotation(annotation);
  const subject = title === undefined ? resource : `“${title}” (${resource})`;
  const place = `Comment on ${subject}${placeOf(range)}${resolved ? ' (resolved)' : ''}:`;
  const said = entries.map(({ text }) => (typeof text === 'string' ? text : text.markdown));
  return [place, ...said.map((text) => `- ${text.replaceAll('\n', '\n  ')}`)].join('\n');
}

/** People count lines from one. */
function placeOf(range: Annotation['range']): string {
  if (!range) return '';
  const [first, last] = [range.start.line + 1, range.end.line + 1];
  return first === last ? `, line ${first}` : `, lines ${first}–${last}`;
}
