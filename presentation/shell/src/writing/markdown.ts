import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { languages } from '@codemirror/language-data';
import { Prec, type Extension, type StateCommand } from '@codemirror/state';
import { keymap, placeholder } from '@codemirror/view';
import { artifactCompletion, followsLinks, type Linkable } from './artifact-links.ts';
import { takesFiles, type KeepFile } from './attached-files.ts';
import { codeLines } from './code-lines.ts';
import {
  cycleHeading,
  insertLink,
  insertTable,
  linkSelection,
  nextCell,
  toggleCode,
  toggleLines,
  toggleMark,
} from './markdown-commands.ts';

export interface MarkdownPorts {
  /** The artifacts that can be linked to. */
  linkable(): Promise<readonly Linkable[]>;
  readonly keep: KeepFile;
  open(artifact: string): void;
}

export interface MarkdownAction {
  readonly id:
    | 'bold'
    | 'italic'
    | 'heading'
    | 'bullets'
    | 'numbers'
    | 'tasks'
    | 'quote'
    | 'code'
    | 'link'
    | 'table';
  readonly label: string;
  readonly keys?: string;
  readonly run: StateCommand;
}

/** In the order of the toolbar. */
export const markdownActions: readonly MarkdownAction[] = [
  { id: 'bold', label: 'Bold', keys: 'Mod+B', run: toggleMark('**') },
  { id: 'italic', label: 'Italic', keys: 'Mod+I', run: toggleMark('_') },
  { id: 'heading', label: 'Heading', run: cycleHeading },
  { id: 'bullets', label: 'Bulleted list', run: toggleLines('bullets') },
  { id: 'numbers', label: 'Numbered list', run: toggleLines('numbers') },
  { id: 'tasks', label: 'Task list', run: toggleLines('tasks') },
  { id: 'quote', label: 'Quote', run: toggleLines('quote') },
  { id: 'code', label: 'Code', keys: 'Mod+E', run: toggleCode },
  { id: 'link', label: 'Link', keys: 'Mod+K', run: insertLink },
  { id: 'table', label: 'Table', run: insertTable },
];

const keys = keymap.of([
  { key: 'Mod-b', run: toggleMark('**') },
  { key: 'Mod-i', run: toggleMark('_') },
  { key: 'Mod-e', run: toggleCode },
  { key: 'Mod-k', run: linkSelection },
  { key: 'Tab', run: nextCell },
]);

/** Everything that a Markdown editor has beyond plain text. Lists continue after Enter. */
export function markdownEditing({ linkable, keep, open }: MarkdownPorts): Extension {
  return [
    ...markdownReading,
    markdownLanguage.data.of({ autocomplete: artifactCompletion(linkable) }),
    placeholder('Start writing. Type @ to link to something on the desk.'),
    takesFiles(keep),
    followsLinks(open),
    Prec.high(keys),
  ];
}

/** Its colors, with those of the languages in blocks of code. */
export const markdownReading: readonly Extension[] = [
  markdown({ base: markdownLanguage, codeLanguages: languages, completeHTMLTags: false }),
  codeLines,
];
