import { createAutosave } from '@loggia/kit/view/autosave';
import { element, setAttribute } from '@loggia/kit/view/element';
import { createAdvice } from './advice.ts';
import type { Connection } from './connection.ts';
import { icon } from './icons.ts';
import { drawFacts } from './facts.ts';
import { createHead } from './head.ts';
import { createLogsPanel } from './logs-panel.ts';
import { createPolling } from './polling.ts';
import { createSettingsForm } from './settings-form.ts';
import { isUncommitted, summaryOf, transportWords, type Status } from './status.ts';
import { createTabs } from './tabs.ts';
import { drawTools } from './tools-panel.ts';

export interface ServerView {
  flush(): Promise<void>;
}

const saveAfter = 800;
/** Until the next look, in milliseconds. */
const pauses = { settling: 1500, usual: 5000, failed: 10_000 } as const;
const saveWords = { saved: 'Saved', waiting: 'Edited', saving: 'Saving…', failed: 'Not saved' } as const;

/** A registration and its server, kept up to date while somebody looks. */
export function openServer(root: HTMLElement, connection: Connection, first: Status): ServerView {
  let status = first;
  /** Why the shown status is not up to date. */
  let outdated: string | undefined;
  /** Why the last thing somebody asked for did not work. */
  let failure: string | undefined;
  let isBusy = false;
  /** There is something in the form that was not sent. */
  let isDirty = false;
  let toolsShown: string | undefined;

  const head = createHead((action) => void attempt(() => connection.control(action)));
  const advice = createAdvice();
  const pending = element('div', { class: 'banner', 'data-tone': 'pending', hidden: true });
  const saveState = element('span', { class: 'save-state', role: 'status' });
  const tabs = createTabs(first.server ? 'overview' : 'settings', () => {
    drawSaveState();
    polling.now();
  });
  const logs = createLogsPanel();
  const form = createSettingsForm(() => {
    isDirty = true;
    autosave.touch();
    drawPending();
  });
  const { panels } = tabs;
  panels.logs.append(logs.element);
  panels.settings.append(form.element);
  root.replaceChildren(
    head.element,
    advice.element,
    pending,
    element('div', { class: 'tab-bar' }, tabs.element, saveState),
    ...Object.values(panels),
  );

  const later = (run: () => void, milliseconds: number) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  };
  const autosave = createAutosave({
    save,
    later: (run) => later(run, saveAfter),
    changed: () => {
      drawSaveState();
      drawAdvice();
    },
  });
  const polling = createPolling({ look, later });

  async function look(): Promise<number> {
    try {
      const next = await connection.status();
      outdated = undefined;
      // Don't overwrite edits that are not saved yet.
      if (!isDirty && autosave.state.kind === 'saved') form.show(next.draft);
      status = next;
    } catch (error) {
      outdated = messageOf(error);
    }
    draw();
    if (tabs.chosen === 'logs') await lookAtLogs();
    if (tabs.chosen === 'tools') await lookAtTools();
    if (outdated !== undefined) return pauses.failed;
    const { server, artifact } = status;
    const isSettling = server ? server.state.kind === 'starting' : artifact.version > 0;
    return isSettling || tabs.chosen === 'logs' ? pauses.settling : pauses.usual;
  }

  async function lookAtLogs(): Promise<void> {
    if (!status.server) {
      logs.fail('The server is not registered, so there is no log.');
      return;
    }
    try {
      logs.add(await connection.logs(logs.last));
    } catch (error) {
      logs.fail(messageOf(error));
    }
  }

  async function lookAtTools(): Promise<void> {
    const { server } = status;
    if (server?.state.kind !== 'ready') {
      toolsShown = undefined;
      const text = server ? 'They appear once the server is running.' : 'Register the server to see them.';
      panels.tools.replaceChildren(emptyState('No tools to show', text));
      return;
    }
    const now = [server.id, server.pid, server.tools].join();
    if (now === toolsShown) return;
    try {
      drawTools(panels.tools, await connection.tools());
      toolsShown = now;
    } catch (error) {
      panels.tools.replaceChildren(emptyState('The tools cannot be shown', messageOf(error)));
    }
  }

  async function save(): Promise<void> {
    const { registration, problems } = form;
    if (problems.length > 0) throw new Error('Complete the settings first.');
    isDirty = false;
    try {
      const answer = await connection.save(status.artifact.revision, registration);
      const { revision } = answer;
      status = { ...status, artifact: { ...status.artifact, revision } };
      if (answer.kind === 'conflict') {
        offered = answer.draft;
        throw new Error('Someone else changed the registration in the meantime.');
      }
      const artifact = { ...status.artifact, state: answer.state };
      status = { ...status, artifact, draft: { ...status.draft, ...registration } };
    } catch (error) {
      isDirty = true;
      throw error;
    }
    draw();
  }

  /** Somebody else's version, until the user has chosen which one to keep. */
  let offered: Readonly<Record<string, unknown>> | undefined;

  function useTheirs(): void {
    isDirty = false;
    if (offered) form.show(offered);
    offered = undefined;
    autosave.settle();
    polling.now();
  }

  function keepMine(): void {
    offered = undefined;
    void autosave.flush();
  }

  async function commit(): Promise<void> {
    await autosave.flush();
    if (autosave.state.kind !== 'saved') return;
    await attempt(async () => {
      const message = `Register ${form.registration.name}`;
      const answer = await connection.apply(status.artifact.revision, message);
      if (answer.kind === 'conflict')
        throw new Error('Someone else changed the registration in the meantime. Review it and commit again.');
    });
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    isBusy = true;
    failure = undefined;
    draw();
    try {
      await work();
    } catch (error) {
      failure = messageOf(error);
    }
    isBusy = false;
    draw();
    polling.now();
  }

  function draw(): void {
    const { name, settings } = form.registration;
    head.draw({
      name: name || status.artifact.title || 'MCP server',
      transport: transportWords(settings) || 'No command yet',
      summary: summaryOf(status),
      isBusy,
    });
    form.setLocked(status.artifact.state === 'archived');
    tabs.setCount(status.server?.tools);
    drawFacts(panels.overview, status);
    drawPending();
    drawAdvice();
  }

  function drawAdvice(): void {
    const summary = summaryOf(status);
    if (offered)
      advice.show('bad', 'Someone else changed the registration in the meantime.', [
        ['Use theirs', useTheirs],
        ['Keep mine', keepMine],
      ]);
    else if (failure !== undefined) advice.show('bad', failure, [['Dismiss', dismiss]]);
    else if (autosave.state.kind === 'failed' && form.problems.length === 0)
      advice.show('bad', `Could not save: ${autosave.state.message}`, [
        ['Try again', () => void autosave.flush()],
      ]);
    else if (outdated !== undefined)
      advice.show('bad', `Not up to date: ${outdated}`, [['Try again', () => polling.now()]]);
    // The other banner already says to commit.
    else if (summary.advice && !(summary.tone === 'off' && mayCommit()))
      advice.show(summary.tone, summary.advice);
    else advice.hide();
  }

  function dismiss(): void {
    failure = undefined;
    drawAdvice();
  }

  /** Whether there is something to commit that makes sense. */
  function mayCommit(): boolean {
    const { registration, problems } = form;
    return isUncommitted(status, registration) && status.permission === 'granted' && problems.length === 0;
  }

  function drawPending(): void {
    pending.hidden = !mayCommit();
    const [text, label] = status.server
      ? [
          'The settings differ from those of the running server. Commit to apply them: the server restarts and may ask you to sign in again.',
          'Commit and apply',
        ]
      : ['A draft: commit it to register the server.', 'Commit and register'];
    if (pending.querySelector('.banner-text')?.textContent !== text)
      pending.replaceChildren(
        element('span', { class: 'banner-text', text }),
        element('button', {
          class: 'button primary',
          type: 'button',
          text: label,
          on: { click: () => void commit() },
        }),
      );
    for (const button of pending.querySelectorAll('button')) button.disabled = isBusy;
  }

  function drawSaveState(): void {
    const { state } = autosave;
    saveState.dataset['kind'] = state.kind;
    saveState.hidden = tabs.chosen !== 'settings';
    saveState.replaceChildren(
      ...(state.kind === 'saved' ? [icon('check')] : []),
      element('span', { text: saveWords[state.kind] }),
    );
    setAttribute(saveState, 'title', state.kind === 'failed' ? state.message : undefined);
  }

  form.show(status.draft);
  draw();
  drawSaveState();
  // Without a host to ask there is nothing to watch.
  if (status.permission !== 'unknown') watch(root, (isWatched) => polling.setActive(isWatched));
  return { flush: () => (isDirty ? autosave.flush() : Promise.resolve()) };
}

/** Says whether anybody can see the View: its page is in front, and it is not scrolled away. */
function watch(root: HTMLElement, changed: (isWatched: boolean) => void): void {
  let isInSight = true;
  const tell = (): void => changed(isInSight && document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', tell);
  new IntersectionObserver((entries) => {
    isInSight = entries.at(-1)?.isIntersecting ?? true;
    tell();
  }).observe(root);
  tell();
}

function emptyState(title: string, text: string): HTMLElement {
  return element('div', { class: 'empty' }, element('h2', { text: title }), element('p', { text }));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
