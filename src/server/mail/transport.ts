import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'

export type Letter = { from: string; to: string; subject: string; text: string; messageId: string; date: Date }

/** Where mail goes: an SMTP server, or a folder of .eml files. */
export type Transport = { send(letter: Letter): Promise<void>; close(): void }

const TIMEOUT_MS = 10_000

export function smtpTransport(url: string): Transport {
  const mailer = nodemailer.createTransport({
    url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async letter => {
      await mailer.sendMail(letter)
    },
    close: () => mailer.close(),
  }
}

/** Writes each mail whole to `folder` before it counts as sent; the name follows the Message-ID, so a retry overwrites. */
export function folderTransport(folder: string): Transport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    send: async letter => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message } = await composer.sendMail(letter)
      const name = letter.messageId.replace(/[<>]/g, '').split('@')[0]!.replace(/[^\w]/g, '')
      const path = join(folder, `${name}.eml`)
      const file = await open(`${path}.tmp`, 'w', 0o600)
      try {
        await file.writeFile(message as Buffer)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.tmp`, path)
    },
    close: () => composer.close(),
  }
}
