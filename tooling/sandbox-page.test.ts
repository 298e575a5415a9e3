import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { bundleSandboxPage } from './sandbox-page.mjs';

const folder = fileURLToPath(new URL('../core/sandbox/sandbox-page', import.meta.url));

function onlyScriptOf(page: string): string {
  const [script, ...others] = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1] ?? '');
  if (script === undefined || others.length > 0) throw new Error('There is not exactly one script.');
  return script;
}

/** Runs the script of the page, and returns the text that it puts into the View's frame. */
function framedBy(script: string): string {
  const nothing = (): void => undefined;
  const frame = { setAttribute: nothing, addEventListener: nothing, srcdoc: '' };
  const port = { postMessage: nothing, addEventListener: nothing, start: nothing };
  const settings = JSON.stringify({
    shell: 'https://shell.example',
    sandbox: '',
    allow: '',
    hasOrigin: false,
  });
  const window = {
    document: {
      documentElement: { dataset: { settings } },
      createElement: () => frame,
      body: { append: nothing },
    },
    parent: { postMessage: nothing },
    addEventListener: nothing,
    navigator: { userAgent: '' },
    MessageChannel: class {
      readonly port1 = port;
      readonly port2 = port;
    },
  };
  const before = new Set(Object.keys(window));
  const context = vm.createContext({ ...window, window });
  vm.runInContext(script, context);
  expect(Object.keys(context).filter((name) => !before.has(name) && name !== 'window')).toEqual([]);
  return frame.srcdoc;
}

test(
  'E3: the page that is built is small, needs no other file and leaves no names behind',
  { timeout: 60_000 },
  async () => {
    const imported: string[] = [];
    const page = await bundleSandboxPage(folder, (id) => imported.push(path.basename(id)));
    expect(Buffer.byteLength(page)).toBeLessThan(4500);
    expect([...new Set(imported)].toSorted()).toEqual([
      'main.ts',
      'proxy.ts',
      'shell-keys.ts',
      'waiting-main.ts',
      'waiting.ts',
    ]);
    expect(page).toMatch(/^<!doctype html><html lang="en" data-settings><meta charset="utf-8">/);
    // Keeps a link to a part of the View inside it.
    expect(page).toContain('<base href="about:srcdoc">');
    expect(page).not.toMatch(/\bsrc=|\burl\(|sourceMappingURL|\bimport\b/);
    const waiting = framedBy(onlyScriptOf(page));
    expect(waiting).toMatch(/^<html data-waits><script>/);
    const listened: string[] = [];
    const window = {
      addEventListener: (name: string) => listened.push(name),
      navigator: { userAgent: '' },
    };
    const context = vm.createContext({ window });
    vm.runInContext(onlyScriptOf(waiting), context);
    expect([listened, Object.keys(context)]).toEqual([['message'], ['window']]);
  },
);
