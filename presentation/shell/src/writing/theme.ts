import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The look of every editor, in the tokens of the shell, which handle light and dark. */
const surface = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--color-text-primary)',
    backgroundColor: 'transparent',
    fontSize: 'var(--font-text-sm-size)',
  },
  // The caret shows where the focus is; without one, a ring does.
  '&.cm-focused': { outline: 'none' },
  '.cm-content[contenteditable=false]:focus-visible': {
    outline: '2px solid var(--color-ring-primary)',
    outlineOffset: '-2px',
  },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: 'var(--space-4) 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 var(--space-4)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--accent-ground)',
  },
  '.cm-placeholder': { color: 'var(--color-text-tertiary)' },
  '.cm-activeLine': { backgroundColor: 'var(--color-background-ghost)' },
  '.cm-gutters': {
    color: 'var(--color-text-tertiary)',
    backgroundColor: 'var(--color-background-primary)',
    borderRight: '1px solid var(--color-border-tertiary)',
  },
  '.cm-activeLineGutter': { color: 'var(--color-text-primary)', backgroundColor: 'transparent' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--color-background-tertiary)',
    outline: '1px solid var(--color-border-primary)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--color-background-warning)' },
  '.cm-searchMatch.cm-searchMatch-selected': { outline: '2px solid var(--accent)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--color-background-tertiary)' },
});

/** Find and replace, completions, and what the linter says. */
const panels = EditorView.theme({
  '.cm-panels': {
    color: 'var(--color-text-primary)',
    backgroundColor: 'var(--color-background-secondary)',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--color-border-secondary)' },
  '.cm-panel.cm-search': { padding: 'var(--space-2) var(--space-8) var(--space-2) var(--space-3)' },
  '.cm-panel.cm-search label': { fontSize: 'var(--font-text-xs-size)', whiteSpace: 'nowrap' },
  '.cm-panel.cm-search [name=close]': {
    top: 'var(--space-2)',
    right: 'var(--space-2)',
    width: '28px',
    height: '28px',
    color: 'inherit',
    fontSize: '18px',
    cursor: 'pointer',
  },
  '.cm-textfield': {
    minHeight: '28px',
    padding: '2px 8px',
    color: 'inherit',
    fontSize: 'var(--font-text-sm-size)',
    backgroundColor: 'var(--color-background-primary)',
    border: '1px solid var(--color-border-primary)',
    borderRadius: 'var(--border-radius-sm)',
  },
  '.cm-button': {
    minHeight: '28px',
    padding: '2px 10px',
    color: 'inherit',
    fontFamily: 'inherit',
    fontSize: 'var(--font-text-xs-size)',
    textTransform: 'capitalize',
    backgroundImage: 'none',
    backgroundColor: 'var(--color-background-primary)',
    border: '1px solid var(--color-border-primary)',
    borderRadius: 'var(--border-radius-sm)',
    cursor: 'pointer',
  },
  '.cm-button:hover': { backgroundColor: 'var(--color-background-tertiary)' },
  '.cm-button:focus-visible, .cm-textfield:focus-visible, [name=close]:focus-visible': {
    outline: '2px solid var(--color-ring-primary)',
    outlineOffset: '1px',
  },
  '.cm-tooltip': {
    color: 'var(--color-text-primary)',
    backgroundColor: 'var(--color-background-primary)',
    border: '1px solid var(--color-border-primary)',
    borderRadius: 'var(--border-radius-md)',
    boxShadow: 'var(--shadow-md)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-sans)', maxHeight: '15em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '5px 10px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--color-text-primary)',
    background: 'var(--accent-ground)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 'var(--font-weight-semibold)' },
  '.cm-completionDetail': { color: 'var(--color-text-tertiary)', fontStyle: 'normal' },
  '.cm-diagnostic': { padding: '5px 10px', fontFamily: 'var(--font-sans)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--color-text-danger)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--color-text-danger)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-active': { backgroundColor: 'var(--color-background-danger)' },
});

/** For text that people read: wider letters, and lines no longer than the eye likes. */
const prose = EditorView.theme({
  '.cm-scroller': { fontFamily: 'var(--font-sans)', fontSize: '15px', lineHeight: '1.65' },
  '.cm-content': { maxWidth: '78ch', margin: '0 auto', padding: 'var(--space-5) 0 40vh' },
  '.cm-line': { padding: '0 var(--space-5)' },
  '.cm-columns': { fontFamily: 'var(--font-mono)', fontSize: '13.5px' },
});

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--accent)' },
  {
    tag: [tags.string, tags.special(tags.string), tags.attributeValue, tags.inserted],
    color: 'var(--color-text-success)',
  },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit], color: 'var(--color-text-warning)' },
  {
    tag: [tags.propertyName, tags.attributeName, tags.function(tags.variableName), tags.labelName],
    color: 'var(--color-text-info)',
  },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], color: 'var(--accent-strong)' },
  { tag: [tags.regexp, tags.escape, tags.deleted], color: 'var(--color-text-danger)' },
  { tag: [tags.comment, tags.meta], color: 'var(--color-text-tertiary)' },
  { tag: tags.comment, fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--color-text-danger)' },
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.heading1, fontSize: '1.6em', lineHeight: '1.4' },
  { tag: tags.heading2, fontSize: '1.35em', lineHeight: '1.4' },
  { tag: tags.heading3, fontSize: '1.15em' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.92em' },
  { tag: tags.link, color: 'var(--accent)' },
  { tag: tags.url, color: 'var(--color-text-tertiary)' },
  { tag: tags.quote, color: 'var(--color-text-secondary)' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--color-text-tertiary)' },
]);

export const codeTheme: Extension = [surface, panels, syntaxHighlighting(colors)];

/** Earlier ones go before later ones. */
export const proseTheme: Extension = [prose, surface, panels, syntaxHighlighting(colors)];
