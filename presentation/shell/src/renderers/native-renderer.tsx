import { createElement, lazy, Suspense, type ComponentType } from 'react';
import { LoadingText } from './loading-text.tsx';
import type { RendererProps } from './renderer.ts';

// Each is loaded with the first artifact that needs it.
const text = lazy(async () => ({ default: (await import('./text-renderer.tsx')).TextRenderer }));
const markdown = lazy(async () => ({ default: (await import('./markdown-renderer.tsx')).MarkdownRenderer }));
const json = lazy(async () => ({ default: (await import('./json-renderer.tsx')).JsonRenderer }));
const image = lazy(async () => ({ default: (await import('./image-renderer.tsx')).ImageRenderer }));
const audio = lazy(async () => ({ default: (await import('./media-renderer.tsx')).AudioRenderer }));
const video = lazy(async () => ({ default: (await import('./media-renderer.tsx')).VideoRenderer }));
const pdf = lazy(async () => ({ default: (await import('./pdf-renderer.tsx')).PdfRenderer }));
const csv = lazy(async () => ({ default: (await import('./csv-renderer.tsx')).CsvRenderer }));
const html = lazy(async () => ({ default: (await import('./html-renderer.tsx')).HtmlRenderer }));
const download = lazy(async () => ({ default: (await import('./download-renderer.tsx')).DownloadRenderer }));

/** By the names that type definitions know them by. */
const renderers: ReadonlyMap<string, ComponentType<RendererProps>> = new Map([
  ['text', text],
  ['markdown', markdown],
  ['json', json],
  ['image', image],
  ['audio', audio],
  ['video', video],
  ['pdf', pdf],
  ['csv', csv],
  ['html', html],
  ['download', download],
]);

/** An artifact in one of the shell's own renderers; an unknown renderer is shown as a file. */
export function NativeRenderer({ renderer, ...props }: RendererProps & { readonly renderer: string }) {
  // Nothing to play, draw or turn over yet.
  const isEmpty = !props.artifact.content && ['image', 'audio', 'video', 'pdf'].includes(renderer);
  const chosen = (isEmpty ? undefined : renderers.get(renderer)) ?? download;
  return <Suspense fallback={<LoadingText />}>{createElement(chosen, props)}</Suspense>;
}
