import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';

export interface CodePart {
  readonly text: string;
  /** A class for its color; empty for plain text. */
  readonly kind: string;
}

const kinds = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], class: 'code-keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue, tags.inserted], class: 'code-string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'code-number' },
  { tag: [tags.propertyName, tags.attributeName, tags.function(tags.variableName)], class: 'code-name' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], class: 'code-type' },
  { tag: [tags.regexp, tags.escape, tags.deleted], class: 'code-escape' },
  { tag: [tags.comment, tags.meta], class: 'code-comment' },
]);

/** Code in parts of one color each; undefined for an unknown language. */
export async function highlightedParts(
  code: string,
  language: string,
): Promise<readonly CodePart[] | undefined> {
  const found = LanguageDescription.matchLanguageName(languages, language, false);
  if (!found) return undefined;
  const support = await found.load();
  const parts: CodePart[] = [];
  highlightCode(
    code,
    support.language.parser.parse(code),
    kinds,
    (text, kind) => void parts.push({ text, kind }),
    () => void parts.push({ text: '\n', kind: '' }),
  );
  return parts;
}
