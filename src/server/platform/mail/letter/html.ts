import { currentLanguage, t } from '#domain/language/translate.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Block, MailContent } from '#server/platform/mail/letter/content.ts'
import { greeting, PREFERENCES, subjectOf } from '#server/platform/mail/letter/content.ts'
import { type Colour, dark, light } from '#server/platform/mail/letter/palette.ts'

/** The Content-ID of the seal, which travels with the mail: a mail loads nothing from anywhere. */
export const SEAL_ID = 'sello@portal'

/** The colours of each part. Mail programs that read no style sheet take the light ones from the element itself. */
const looks = {
  paper: { 'background-color': 'paper', color: 'ink' },
  sheet: { 'background-color': 'surface', 'border-color': 'line-2', 'border-top-color': 'rule' },
  line: { 'border-color': 'line' },
  ink: { color: 'ink' },
  soft: { color: 'ink-2' },
  faint: { color: 'ink-3' },
  link: { color: 'link' },
  quote: { 'background-color': 'sunk', 'border-color': 'rejected-mark', color: 'ink' },
  button: { 'background-color': 'accent', color: 'on-accent' },
} as const satisfies Record<string, Record<string, Colour>>
type Look = keyof typeof looks

const coloursOf = (look: Look, palette: Record<Colour, string>, end = '') =>
  Object.entries<Colour>(looks[look])
    .map(([property, colour]) => `${property}:${palette[colour]}${end}`)
    .join(';')

/** The attributes of an element: its colours, and the rest of its style. */
const styled = (look: Look, style = '') => `class="${look}" style="${coloursOf(look, light)};${style}"`

const darkRules = (Object.keys(looks) as Look[])
  .map(look => `.${look}{${coloursOf(look, dark, ' !important')}}`)
  .join('')

const SERIF = "'Ibarra Real Nova','EB Garamond',Georgia,'Times New Roman',serif"
const SANS = "'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif"
const MONO = "Consolas,Menlo,'DejaVu Sans Mono',monospace"

const css = `body{margin:0;padding:0}a{text-decoration:underline}
@media (max-width:480px){td.sheet{padding:24px 20px 8px !important}}
@media (prefers-color-scheme:dark){${darkRules}}`

const lines = (text: string) => escapeHtml(text).replace(/\n/g, '<br>')
const paragraph = (text: string, look: Look = 'ink') =>
  `<p ${styled(look, 'margin:0 0 16px;overflow-wrap:anywhere')}>${lines(text)}</p>`

const headingHtml = ({ heading, level }: Extract<Block, { heading: string }>) =>
  level === 2
    ? `<h2 ${styled('ink', `margin:24px 0 8px;font:600 20px/1.3 ${SERIF};overflow-wrap:anywhere`)}>${escapeHtml(heading)}</h2>`
    : `<h3 ${styled('soft', `margin:12px 0 8px;font:600 15px/1.4 ${SANS};overflow-wrap:anywhere`)}>${escapeHtml(heading)}</h3>`

const itemHtml = ({ text, note, label, href }: Extract<Block, { items: unknown }>['items'][number]) =>
  `<p ${styled('line', 'margin:0 0 14px;padding-left:12px;border-width:0 0 0 2px;border-style:solid;overflow-wrap:anywhere')}><span ${styled('ink')}>${lines(text)}</span><br>
<span ${styled('faint', 'font-size:14px')}>${escapeHtml(note)} · <a href="${escapeHtml(href)}" ${styled('link')}>${escapeHtml(label)}</a></span></p>`

function blockHtml(block: Block): string {
  if ('text' in block)
    return block.text
      .split(/\n{2,}/)
      .map(text => paragraph(text))
      .join('\n')
  if ('quote' in block) {
    return `<p ${styled('soft', 'margin:0 0 6px;font-size:15px;overflow-wrap:anywhere')}>${lines(block.of)}</p>
<blockquote ${styled('quote', 'margin:0 0 20px;padding:12px 16px;border-left-width:3px;border-left-style:solid;overflow-wrap:anywhere')}>${t`«${lines(block.quote)}»`}</blockquote>`
  }
  if ('heading' in block) return headingHtml(block)
  if ('items' in block) return block.items.map(itemHtml).join('\n')
  const rows = block.facts.map(
    ([label, value]) => `<tr>
<td ${styled('soft', 'padding:6px 16px 6px 0;font-size:15px;vertical-align:top;white-space:nowrap')}>${escapeHtml(label)}</td>
<td ${styled('ink', `padding:6px 0;font-family:${MONO};font-size:15px;overflow-wrap:anywhere;word-break:break-word`)}>${escapeHtml(value)}</td>
</tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" ${styled('line', 'margin:0 0 20px;width:100%;border-width:1px 0;border-style:solid;border-collapse:collapse')}>
${rows.join('\n')}
</table>`
}

/** What a list of mails shows after the subject, without the greeting; the blanks keep the rest of the mail out of it. */
function preheader({ blocks }: MailContent): string {
  const first = blocks.find(block => 'text' in block)?.text.split('\n')[0] ?? ''
  return `<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${escapeHtml(first)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`
}

const buttonHtml = ({
  label,
  href,
}: MailContent['button']) => `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 12px"><tr>
<td ${styled('button', 'border-radius:5px')}><a href="${escapeHtml(href)}" class="button" style="${coloursOf('button', light)};display:inline-block;padding:13px 24px;border-radius:5px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
<p ${styled('faint', 'margin:0 0 20px;font-size:13px;overflow-wrap:anywhere;word-break:break-word')}>${escapeHtml(t('Si el botón no se abre, copie esta dirección en su navegador:'))} <a href="${escapeHtml(href)}" ${styled('link')}>${escapeHtml(href)}</a></p>`

/**
 * The HTML of a mail: one sheet with the seal, its text, one button and why it was sent. It needs no network, and
 * carries nothing that tells who reads it.
 */
export function htmlOf(content: MailContent, productName: string): string {
  const { name, blocks, button, after, why, preferences } = content
  const choose = preferences
    ? ` <a href="${escapeHtml(preferences)}" ${styled('link')}>${escapeHtml(t(PREFERENCES))}</a>.`
    : ''
  const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"'
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subjectOf(content))}</title>
<style>${css}</style>
</head>
<body ${styled('paper', 'margin:0;padding:0')}>
${preheader(content)}
<table ${table} ${styled('paper')}><tr><td align="center" style="padding:24px 12px">
<table ${table} style="max-width:576px">
<tr><td style="padding:0 4px 16px">
<img src="cid:${SEAL_ID}" width="36" height="36" alt="" style="vertical-align:middle;border:0"><span ${styled('ink', `padding-left:10px;vertical-align:middle;font:600 24px/1.2 ${SERIF}`)}>${escapeHtml(productName)}</span>
</td></tr>
<tr><td ${styled('sheet', `padding:32px 32px 12px;border-width:2px 1px 1px;border-style:solid;font:16px/1.5 ${SANS}`)}>
<h1 ${styled('ink', `margin:0 0 20px;font:600 25px/1.25 ${SERIF};overflow-wrap:anywhere`)}>${escapeHtml(subjectOf(content))}</h1>
${[paragraph(greeting(name)), ...blocks.map(blockHtml), buttonHtml(button), ...after.map(text => paragraph(text, 'soft'))].join('\n')}
</td></tr>
<tr><td ${styled('faint', `padding:16px 4px 0;font:13px/1.5 ${SANS};overflow-wrap:anywhere`)}>${escapeHtml(why)}${choose}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}
