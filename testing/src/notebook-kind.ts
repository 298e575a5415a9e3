import type { ChannelKind } from '@loggia/kernel';

interface Page {
  readonly text: string;
}

/** A state in two parts, like a chat's: a draft that changes all the time, and a growing list of pages. */
export interface Notebook {
  readonly title: string;
  readonly modifiedAt: string;
  readonly busy: boolean;
  readonly draft: string;
  readonly pages: readonly Page[];
}

export type NotebookAction =
  | { readonly type: 'notebook/renamed'; readonly title: string; readonly at?: string }
  | { readonly type: 'notebook/busySet'; readonly busy: boolean }
  | { readonly type: 'notebook/wrote'; readonly text: string }
  | { readonly type: 'notebook/pageAdded' }
  | { readonly type: 'notebook/pageSet'; readonly index: number; readonly text: string }
  | { readonly type: 'notebook/truncated'; readonly length: number };

export const emptyNotebook: Notebook = {
  title: 'Untitled',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  busy: false,
  draft: '',
  pages: [],
};

export function write(text: string): NotebookAction {
  return { type: 'notebook/wrote', text };
}

/** The smallest kind that uses every feature of kinds. */
export const notebookKind: ChannelKind<Notebook, NotebookAction> = {
  name: 'notebook',
  reduce(state, action) {
    switch (action.type) {
      case 'notebook/renamed':
        return { ...state, title: action.title, modifiedAt: action.at ?? state.modifiedAt };
      case 'notebook/busySet':
        return action.busy === state.busy ? state : { ...state, busy: action.busy };
      case 'notebook/wrote':
        return action.text === '' ? state : { ...state, draft: state.draft + action.text };
      case 'notebook/pageAdded':
        return { ...state, draft: '', pages: [...state.pages, { text: state.draft }] };
      case 'notebook/pageSet':
        if (state.pages[action.index] === undefined) return state;
        return { ...state, pages: state.pages.with(action.index, { text: action.text }) };
      case 'notebook/truncated':
        if (action.length >= state.pages.length) return state;
        return { ...state, pages: state.pages.slice(0, action.length) };
      default:
        return state;
    }
  },
  parts: {
    split({ pages, ...head }) {
      return { head, items: pages };
    },
    join(head, items) {
      return { ...(head as Omit<Notebook, 'pages'>), pages: items as Page[] };
    },
  },
  describe({ busy, modifiedAt, title, pages }) {
    return { busy, modifiedAt, title, summary: { pages: pages.length } };
  },
};
