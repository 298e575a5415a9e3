import type { ChatInputAnswers, ChatInputRequest, ChatInputResponse } from '@loggia/protocol';
import { createContext, useContext, type ComponentType } from 'react';

/** A question of a server, as a form that says how it was answered. */
export interface QuestionFormProps {
  readonly request: ChatInputRequest;
  onAnswer(response: ChatInputResponse, answers?: ChatInputAnswers): void;
}

/** Conversations own the form; the frame hands it to those who ask outside of them. */
export const QuestionFormSlot = createContext<ComponentType<QuestionFormProps>>(() => null);

export function useQuestionForm(): ComponentType<QuestionFormProps> {
  return useContext(QuestionFormSlot);
}
