import { msg, t } from '#domain/language/translate.ts'

/** A line of a list, with the page that it leads to. */
type Item = { readonly text: string; readonly note: string; readonly label: string; readonly href: string }

/**
 * A part of a mail: a paragraph, lines of a label and a value, a quotation with its source, a heading, or a list. All of
 * it is plain text.
 */
export type Block =
  | { readonly text: string }
  | { readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly quote: string; readonly of: string }
  | { readonly heading: string; readonly level: 2 | 3 }
  | { readonly items: readonly Item[] }

/** What a mail says. Its plain text and its HTML are both made from it, so that they say the same. */
export type MailContent = {
  subject: string
  /** The recipient's name, or '' when unknown. */
  name: string
  blocks: readonly Block[]
  button: { label: string; href: string }
  /** Paragraphs below the button. */
  after: readonly string[]
  /** Why the recipient gets this mail. */
  why: string
  /** Where the recipient chooses which mails to get, if this one may be switched off. */
  preferences: string | null
}

export const greeting = (name: string) => (name ? t`Hola, ${name}:` : t('Hola:'))

export const PREFERENCES = msg('Elegir qué avisos recibe por correo')

/** A subject is one line, whatever the names in it contain. */
export const subjectOf = ({ subject }: Pick<MailContent, 'subject'>) => subject.replace(/\s+/g, ' ').trim()
