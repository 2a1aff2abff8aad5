import { t } from '#domain/language/translate.ts'
import type { Block, MailContent } from '#server/platform/mail/letter/content.ts'
import { greeting, PREFERENCES } from '#server/platform/mail/letter/content.ts'

/** The plain text of a mail. */
export function letterText({ name, blocks, button, after, why, preferences }: MailContent): string {
  const parts = [
    greeting(name),
    ...blocks.map(blockText),
    `${button.label}:\n${button.href}`,
    ...after,
    ['--', why, ...(preferences === null ? [] : [`${t(PREFERENCES)}: ${preferences}`])].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function blockText(block: Block): string {
  if ('text' in block) return block.text
  if ('quote' in block) return `${block.of}:\n${t`«${block.quote}»`}`
  if ('heading' in block)
    return block.level === 2 ? `${block.heading}\n${'='.repeat(block.heading.length)}` : block.heading
  if ('items' in block) {
    return block.items.map(({ text, note, label, href }) => `- ${text} (${note})\n  ${label}: ${href}`).join('\n\n')
  }
  const width = Math.max(...block.facts.map(([label]) => label.length))
  return block.facts.map(([label, value]) => `${`${label}:`.padEnd(width + 1)} ${value}`).join('\n')
}
