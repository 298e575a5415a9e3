import type { ContextPart, Guidance } from '@loggia/sessions/harness';
import { SkillCatalog } from './skill-catalog.ts';

const neutral =
  'You work with a user in a conversation and may use the tools that are offered to you. ' +
  'Use a tool when it helps, and say plainly when something did not work.';

/** A part of the system prompt, with its name for users. */
export interface SystemSection extends Pick<ContextPart, 'kind' | 'label'> {
  readonly text: string;
}

/** The sections of the system prompt: a short text of our own, then the instructions of customizations. */
export function systemSections(
  { persona, rules, skills }: Guidance,
  own: string = neutral,
): readonly SystemSection[] {
  const catalog = new SkillCatalog(skills);
  const sections: SystemSection[] = [
    { kind: 'instructions', label: 'Instructions', text: own },
    { kind: 'instructions', label: persona?.name ?? '', text: persona?.instructions ?? '' },
    ...rules.map(({ name, text, files }) => ({
      kind: 'rules' as const,
      label: name,
      text: `# ${name}${files ? ` (for ${files.join(', ')})` : ''}\n\n${text}`,
    })),
    { kind: 'skills', label: 'List of skills', text: catalog.isEmpty ? '' : catalog.section() },
  ];
  return sections.filter(({ text }) => text.trim() !== '');
}

export function systemPrompt(sections: readonly SystemSection[]): string {
  return sections.map(({ text }) => text).join('\n\n');
}
