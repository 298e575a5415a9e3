import { pendingQuestions, subscribe as onQuestion, type Question } from './question-queue.ts';
import { subscribe as onToast, takeToasts } from './toast-queue.ts';

interface Told {
  readonly text: string;
  readonly undo: (() => void) | undefined;
}

/** A person who reads every message and answers every question, always with `answer`. */
export class ScriptedPerson {
  answer = true;
  readonly asked: Question[] = [];
  readonly told: Told[] = [];
  readonly leave: () => void;

  constructor() {
    takeToasts();
    const seen = new Set<number>();
    const unlisten = [
      onToast(() => {
        for (const { text, action } of takeToasts())
          this.told.push({ text, undo: action?.label === 'Undo' ? action.run : undefined });
      }),
      onQuestion(() => {
        for (const { id, answer, ...question } of pendingQuestions()) {
          if (seen.has(id)) continue;
          seen.add(id);
          this.asked.push(question);
          queueMicrotask(() => answer(this.answer));
        }
      }),
    ];
    this.leave = () => unlisten.forEach((stop) => stop());
  }

  get heard(): readonly string[] {
    return this.told.map(({ text }) => text);
  }
}
