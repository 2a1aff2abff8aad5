import { readFileSync } from 'node:fs'
import { mkdir, open, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { MINUTE } from '#server/platform/clock.ts'
import { SEAL_ID } from '#server/platform/mail/letter/html.ts'
import { LETTER, UNFINISHED } from '#server/platform/mail/outbox-folder.ts'
import { within } from '#server/platform/outgoing/deadline.ts'
import { staysHere, TLS } from '#server/platform/outgoing/transport-security.ts'

export type Letter = {
  from: string
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  date: Date
}

/** How many mails are under way at once, and the longest that one may take, in milliseconds. */
export const MAILS_AT_ONCE = 20
export const ATTEMPT_MS = 20 * MINUTE

/** Sends mail through an SMTP server, or writes it to a folder of .eml files. `cut` aborts the running delivery. */
export type Transport = { send(letter: Letter): Promise<void>; cut(): void; close(): void }

/** Loaded with the first mail: a start does not need it. */
const nodemailer = () => import('nodemailer')

/** Keeps out-of-office replies away (RFC 3834, 5.1; the second is for Exchange). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** The letter with the seal that its HTML shows; read once. */
const composed = (letter: Letter) => {
  seal ??= readFileSync(join(import.meta.dirname, 'letter/seal.png'))
  return {
    ...letter,
    headers: AUTOMATIC,
    attachments: [{ filename: 'sello.png', content: seal, cid: SEAL_ID, contentDisposition: 'inline' as const }],
  }
}
let seal: Buffer | undefined

/**
 * How long a mail server may take, in milliseconds: to connect and greet, for each answer, and for a mail in all. The
 * answer to the end of DATA takes longest: 10 minutes (RFC 5321, 4.5.3.2.6), because filters read the mail before it.
 */
export type SmtpLimits = { stepMs: number; answerMs: number; attemptMs: number }
const LIMITS: SmtpLimits = { stepMs: 5 * MINUTE, answerMs: 10 * MINUTE, attemptMs: ATTEMPT_MS }

type SmtpWishes = {
  /** Whether mail may leave the machine unencrypted. */
  plain?: boolean
  /** Tests lower them. */
  limits?: SmtpLimits
}

/**
 * Mail to another machine is encrypted with a verified certificate, or it stays in the outbox: a server that offers no
 * STARTTLS, or has its offer stripped on the way, gets nothing.
 */
export function smtpOptions(url: string, { plain = false, limits = LIMITS }: SmtpWishes = {}) {
  const { protocol, hostname } = new URL(url)
  return {
    url,
    pool: true as const,
    maxConnections: MAILS_AT_ONCE,
    connectionTimeout: limits.stepMs,
    greetingTimeout: limits.stepMs,
    socketTimeout: limits.answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(protocol === 'smtp:' && !plain && !staysHere(hostname) ? { requireTLS: true } : {}),
    tls: { minVersion: TLS.minVersion },
  }
}

export function smtpTransport(url: string, options: SmtpWishes = {}): Transport {
  let mailer: Promise<Transporter> | null = null
  const opened = async () => (await nodemailer()).createTransport(smtpOptions(url, options))
  const { attemptMs } = options.limits ?? LIMITS
  const cutting = new AbortController()
  return {
    send: async letter => {
      mailer ??= opened()
      const one = await mailer
      await within(attemptMs, signal => one.sendMail({ ...composed(letter), signal }), cutting.signal)
    },
    cut: () => cutting.abort(),
    close: () => void mailer?.then(one => one.close()),
  }
}

/** Connects to a mail server, is greeted and signs in, and sends nothing. @throws when it does not answer or refuses */
export async function checkSmtp(url: string, options: SmtpWishes = {}): Promise<void> {
  const mailer = (await nodemailer()).createTransport(smtpOptions(url, options))
  const { attemptMs } = options.limits ?? LIMITS
  await within(attemptMs, () => mailer.verify()).finally(() => mailer.close())
}

/**
 * Writes each mail completely to `folder` before it counts as sent. The file name follows from the Message-ID, so a
 * retry overwrites.
 */
export function folderTransport(folder: string): Transport {
  return {
    send: async letter => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const composer = (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message } = await composer.sendMail(composed(letter))
      const [local = ''] = letter.messageId.replace(/[<>]/g, '').split('@')
      const name = local.replace(/[^\w]/g, '')
      const path = join(folder, `${name}${LETTER}`)
      const aside = join(folder, `${name}${UNFINISHED}`)
      try {
        await writeLetter(aside, message as Buffer, letter.date)
        await rename(aside, path)
      } catch (error) {
        await unlink(aside).catch(() => {})
        throw error
      }
    },
    cut: () => {},
    close: () => {},
  }
}

async function writeLetter(path: string, message: Buffer, date: Date): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(message)
    await file.utimes(date, date)
    await file.sync()
  } finally {
    await file.close()
  }
}
